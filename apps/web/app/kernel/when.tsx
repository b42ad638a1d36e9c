import { Time } from '../ui/time.tsx'
import { useFormats } from './formats.ts'

/** A moment as people say it, with the exact one at hand. */
export function When({ at }: { at: number }) {
  const { relative, dateTime } = useFormats()
  return <Time at={at} text={relative(at)} title={dateTime(at)} />
}
