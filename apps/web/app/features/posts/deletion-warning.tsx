import type { Translate } from '@stoa/locales/translate'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { type Deletions, useDeletions } from './use-deletions.ts'

/** Says in the delete dialog that this deletion counts towards the block, or brings it. */
export function DeletionWarning({ postId }: { postId: string }) {
  const t = useTranslate()
  const deletions = useDeletions(postId)
  const warning = deletions === null ? null : toWarning(deletions, t)
  return (
    <span role="status" className="block empty:hidden">
      {warning !== null && <b className="mt-2 block">{warning}</b>}
    </span>
  )
}

function toWarning({ counts, counted, most, ...policy }: Deletions, t: Translate): string | null {
  if (!counts || most === 0) return null
  const { within_days: days, block_days: block } = policy
  const count = counted + 1
  if (count >= most) return t('delete.blocks', { block })
  return t('delete.counts', { count, most, days, block })
}
