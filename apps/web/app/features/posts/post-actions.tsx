import type { MemberAction } from '@stoa/contract/features/posts'
import { Pencil, Trash2, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { TextButton, TextButtonLink } from '../../ui/text-button.tsx'
import { ShareButton } from './share-button.tsx'
import type { DeletionTexts } from './deletion-dialog.tsx'
import type { Deletion } from './use-deletion.ts'

const DeletionDialog = lazy(async () => {
  const module = await import('./deletion-dialog.tsx')
  return { default: module.DeletionDialog }
})

type PostActionsProps = {
  postId: string
  /** What the reader may do, as the server says. */
  actions: readonly MemberAction[]
  share: { path: string; title: string }
  editPath: string
  deletion: Deletion
  texts: DeletionTexts
  children?: ReactNode
}

/** The quiet row under a post. */
export function PostActions(props: PostActionsProps) {
  const { postId, actions, share, editPath, deletion, texts, children } = props
  const [asks, setAsks] = useState<boolean>()
  const named = (name: MemberAction['action']) =>
    actions.find(({ action }) => action === name)?.name
  const edit = named('edit')
  const remove = named('delete')
  const undelete = named('undelete')
  return (
    <div className="-ms-2 flex flex-wrap gap-0.5">
      <ShareButton {...share} />
      {children}
      {edit !== undefined && (
        <TextButtonLink href={editPath} icon={<Pencil className="icon" aria-hidden="true" />}>
          {edit}
        </TextButtonLink>
      )}
      {remove !== undefined && (
        <TextButton
          data-needs-script=""
          icon={<Trash2 className="icon" aria-hidden="true" />}
          onClick={() => setAsks(true)}
        >
          {remove}
        </TextButton>
      )}
      {undelete !== undefined && (
        <TextButton
          data-needs-script=""
          icon={<Undo2 className="icon" aria-hidden="true" />}
          onClick={deletion.recover}
        >
          {undelete}
        </TextButton>
      )}
      {asks !== undefined && (
        <Suspense fallback={null}>
          <DeletionDialog
            open={asks}
            onOpenChange={setAsks}
            texts={texts}
            postId={postId}
            loading={deletion.isBusy}
            onConfirm={() => void deletion.remove().then(() => setAsks(false))}
          />
        </Suspense>
      )}
    </div>
  )
}
