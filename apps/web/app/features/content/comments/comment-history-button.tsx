import { lazy, Suspense, useState } from 'react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { isStaff } from '../../../kernel/visit.ts'
import { InlineButton } from '../../../ui/text-button.tsx'

const CommentHistoryDialog = lazy(async () => {
  const module = await import('./comment-history-dialog.tsx')
  return { default: module.CommentHistoryDialog }
})

/** Only staff see the previous versions of a comment. */
export function CommentHistoryButton({ commentId }: { commentId: string }) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const [isOpen, setOpen] = useState(false)
  if (viewer === null || !isStaff(viewer)) return null
  return (
    <>
      <InlineButton data-needs-script="" onClick={() => setOpen(true)}>
        {t('comment.history')}
      </InlineButton>
      {isOpen && (
        <Suspense fallback={null}>
          <CommentHistoryDialog commentId={commentId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
