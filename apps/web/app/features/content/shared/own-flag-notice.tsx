import type { OwnFlag } from '@stoa/contract/features/flags'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Notice } from '../../../ui/notice.tsx'

const tones = { open: 'info', helpful: 'ok', declined: 'warn' } as const

/** What became of the viewer's flag. */
export function OwnFlagNotice({ flag }: { flag: OwnFlag }) {
  const t = useTranslate()
  const { relative } = useFormats()
  const { state, note, reason } = flag
  return (
    <Notice tone={tones[state]} live>
      <p>
        {t(`flag.own.${state}`, {
          time: relative(flag.decided_at || flag.created_at),
          reason: reason.name,
        })}
      </p>
      {note !== '' && (
        <p dir="auto" className="break-words">
          {note}
        </p>
      )}
    </Notice>
  )
}
