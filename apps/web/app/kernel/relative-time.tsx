import { Time } from '../ui/time.tsx'
import { useFormats } from './formats.ts'

export function RelativeTime({ at }: { at: number }) {
  const { relative, dateTime } = useFormats()
  return <Time at={at} text={relative(at)} title={dateTime(at)} />
}
