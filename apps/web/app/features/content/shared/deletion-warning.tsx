import type { Translate } from '@stoa/locales/translate'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { type DeletionQuota, useDeletionQuota } from './use-deletion-quota.ts'

/** Warns that this deletion counts towards the posting block, or triggers it. */
export function DeletionWarning({ postId }: { postId: string }) {
  const t = useTranslate()
  const quota = useDeletionQuota(postId)
  const warning = quota === null ? null : toWarning(quota, t)
  return (
    <span role="status" className="block empty:hidden">
      {warning !== null && <b className="mt-2 block">{warning}</b>}
    </span>
  )
}

function toWarning(
  { counts, counted, most, ...policy }: DeletionQuota,
  t: Translate,
): string | null {
  if (!counts || most === 0) return null
  const { within_days: days, block_days: block } = policy
  const count = counted + 1
  if (count >= most) return t('delete.warning_block', { block })
  return t('delete.warning_count', { count, max: most, days, block })
}
