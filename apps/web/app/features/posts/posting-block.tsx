import { useFormats } from '../../kernel/formats.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useDeletions } from './use-deletions.ts'

type PostingBlockProps = {
  /** Unix seconds; 0 while the reader may post. */
  until: number
  live?: boolean
}

/** Says above a form that its post would be refused, and until when. */
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

/** The same where the page does not know: asked for when somebody begins to write. */
export function LoadedPostingBlock() {
  return <PostingBlock until={useDeletions()?.blocked_until ?? 0} live />
}
