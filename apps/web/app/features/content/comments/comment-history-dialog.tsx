import { type CommentRevision, listCommentRevisions } from '@stoa/contract/features/comments'
import { useEffect, useState, type ReactNode } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { WordDiff } from '../../../ui/word-diff.tsx'

type CommentHistoryDialogProps = { commentId: string; onClose: () => void }

export function CommentHistoryDialog({ commentId, onClose }: CommentHistoryDialogProps) {
  const t = useTranslate()
  const versions = useVersions(commentId)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('comment.history')}
      closeLabel={t('comment.history_close')}
    >
      <Versions versions={versions} />
    </Dialog>
  )
}

/** Undefined while loading, null if it failed. */
function useVersions(commentId: string) {
  const api = useApi()
  const [versions, setVersions] = useState<CommentRevision[] | null>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    api
      .call(listCommentRevisions, { comment_id: commentId, page_size: 100 }, { signal })
      .then(({ list }) => setVersions(list))
      .catch(() => {
        if (!signal.aborted) setVersions(null)
      })
    return () => controller.abort()
  }, [api, commentId])
  return versions
}

function Versions({ versions }: { versions: CommentRevision[] | null | undefined }): ReactNode {
  const t = useTranslate()
  if (versions === undefined) return <Spinner />
  if (versions === null) return <p role="alert">{t('comment.history_failed')}</p>
  if (versions.length === 0) return <p>{t('comment.history_none')}</p>
  const labels = { added: t('timeline.added'), removed: t('timeline.removed') }
  return (
    <ol>
      {versions.map((one, index) => (
        <li key={one.id} className="grid gap-1 border-b border-line py-3">
          <p className="text-sm text-ink-3">
            {t.rich<ReactNode>('comment.history_version', {
              version: one.version,
              name: <bdi key="name">{one.user_info.display_name}</bdi>,
            })}
            <span aria-hidden="true"> · </span>
            <RelativeTime at={one.created_at} />
          </p>
          <p className="text-md break-words whitespace-pre-wrap">
            <WordDiff
              before={versions[index + 1]?.original_text ?? one.original_text}
              after={one.original_text}
              labels={labels}
            />
          </p>
        </li>
      ))}
    </ol>
  )
}
