import type { MemberAction } from '@stoa/contract/features/posts'
import { Flag, History, Pencil, Trash2, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { useRequirement } from '../../../ui/requirement.tsx'
import { TextButton, TextButtonLink } from '../../../ui/text-button.tsx'
import { ShareButton } from './share-button.tsx'
import type { DeletionTexts } from './deletion-dialog.tsx'
import { useFlagDialog } from './use-flag-dialog.tsx'
import { useLackingReputation } from './use-lacking-reputation.ts'

const DeletionDialog = lazy(async () => {
  const module = await import('./deletion-dialog.tsx')
  return { default: module.DeletionDialog }
})

type PostActionsProps = {
  postId: string
  kind: 'question' | 'answer'
  isDeleted: boolean
  /** The actions that the server allows. */
  actions: readonly MemberAction[]
  share: { path: string; title: string }
  editPath: string
  /** For members. */
  historyPath: string
  deletion: { isSending: boolean; run: () => Promise<unknown> }
  onRestore: () => void
  texts: DeletionTexts
  /** After the other actions. */
  menu?: ReactNode
  children?: ReactNode
}

export function PostActions(props: PostActionsProps) {
  const {
    postId,
    kind,
    isDeleted,
    actions,
    share,
    editPath,
    historyPath,
    deletion,
    onRestore,
    texts,
    menu,
    children,
  } = props
  const [isConfirmOpen, setConfirmOpen] = useState<boolean>()
  const findLabel = (name: MemberAction['action']) =>
    actions.find(({ action }) => action === name)?.name
  const editLabel = findLabel('edit')
  const flagLabel = findLabel('report')
  const flag = useFlagDialog({ id: postId, kind })
  const deleteLabel = findLabel('delete')
  const restoreLabel = findLabel('undelete')
  return (
    <div className="-ms-2 flex flex-wrap gap-0.5">
      <ShareButton id={postId} {...share} />
      {children}
      {editLabel !== undefined && (
        <TextButtonLink href={editPath} icon={<Pencil className="icon" aria-hidden="true" />}>
          {editLabel}
        </TextButtonLink>
      )}
      {editLabel === undefined && !isDeleted && <LackingEdit kind={kind} />}
      <HistoryLink href={historyPath} />
      {deleteLabel !== undefined && (
        <TextButton
          data-needs-script=""
          icon={<Trash2 className="icon" aria-hidden="true" />}
          onClick={() => setConfirmOpen(true)}
        >
          {deleteLabel}
        </TextButton>
      )}
      {restoreLabel !== undefined && (
        <TextButton
          data-needs-script=""
          icon={<Undo2 className="icon" aria-hidden="true" />}
          onClick={onRestore}
        >
          {restoreLabel}
        </TextButton>
      )}
      {flagLabel !== undefined && (
        <TextButton
          data-needs-script=""
          icon={<Flag className="icon" aria-hidden="true" />}
          onClick={flag.open}
        >
          {flagLabel}
        </TextButton>
      )}
      {menu}
      {flag.dialog}
      {isConfirmOpen !== undefined && (
        <Suspense fallback={null}>
          <DeletionDialog
            open={isConfirmOpen}
            onOpenChange={setConfirmOpen}
            texts={texts}
            postId={postId}
            loading={deletion.isSending}
            onConfirm={() => void deletion.run().then(() => setConfirmOpen(false))}
          />
        </Suspense>
      )}
    </div>
  )
}

function HistoryLink({ href }: { href: string }) {
  const t = useTranslate()
  const { viewer } = useVisit()
  if (viewer === null) return null
  return (
    <TextButtonLink href={href} icon={<History className="icon" aria-hidden="true" />}>
      {t('timeline.title')}
    </TextButtonLink>
  )
}

/** Others' posts can be edited later, so the button says when. */
function LackingEdit({ kind }: { kind: 'question' | 'answer' }) {
  const t = useTranslate()
  const { buttonProps, explanation } = useRequirement(useLackingReputation(`${kind}.edit`, 'edit'))
  if (explanation === null) return null
  return (
    <>
      <TextButton {...buttonProps} icon={<Pencil className="icon" aria-hidden="true" />}>
        {t('action.edit')}
      </TextButton>
      {explanation}
    </>
  )
}
