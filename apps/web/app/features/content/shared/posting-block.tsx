import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDeletionQuota } from './use-deletion-quota.ts'

type PostingBlockProps = {
  /** Unix seconds; 0 if the user may post. */
  until: number
  live?: boolean
}

/** Explains that the form would be rejected, and until when. */
export function PostingBlock({ until, live = false }: PostingBlockProps) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  if (until === 0) return null
  return (
    <Notice tone="warn" live={live} title={t('posting_block.title', { date: dateTime(until) })}>
      {t('posting_block.text')}
    </Notice>
  )
}

/** For pages that do not load the block: fetched when the user starts writing. */
export function LoadedPostingBlock() {
  return <PostingBlock until={useDeletionQuota()?.blocked_until ?? 0} live />
}
