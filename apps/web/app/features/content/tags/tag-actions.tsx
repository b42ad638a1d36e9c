import { deleteTag, recoverTag, type TagDetail } from '@stoa/contract/features/tags'
import { Merge, Pencil, Trash2, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

const MergeDialog = lazy(() =>
  import('./merge-dialog.tsx').then((module) => ({ default: module.MergeDialog })),
)

type TagActionsProps = {
  tag: Pick<
    TagDetail,
    'tag_id' | 'slug_name' | 'display_name' | 'question_count' | 'member_actions'
  >
  synonymCount: number
}

export function TagActions({ tag, synonymCount }: TagActionsProps) {
  const t = useTranslate()
  const [openDialog, setOpenDialog] = useState<'delete' | 'merge' | null>(null)
  const restoration = useMutation({
    send: (call) => call(recoverTag, { tag_id: tag.tag_id }),
    revalidates: true,
  })
  const can = (action: 'edit' | 'delete' | 'undelete' | 'merge') =>
    tag.member_actions.some((allowed) => allowed.action === action)
  const icon = (Icon: typeof Pencil) => <Icon className="icon" aria-hidden="true" />
  return (
    <div className="flex flex-wrap gap-2">
      {can('edit') && (
        <ButtonLink href={`/tags/${tag.tag_id}/edit`} size="sm" icon={icon(Pencil)}>
          {t('action.edit')}
        </ButtonLink>
      )}
      {can('merge') && (
        <Button size="sm" icon={icon(Merge)} onClick={() => setOpenDialog('merge')}>
          {t('action.merge')}
        </Button>
      )}
      {can('delete') && (
        <Button size="sm" icon={icon(Trash2)} onClick={() => setOpenDialog('delete')}>
          {t('action.delete')}
        </Button>
      )}
      {can('undelete') && (
        <Button size="sm" icon={icon(Undo2)} onClick={() => void restoration.run()}>
          {t('action.undelete')}
        </Button>
      )}
      {openDialog === 'merge' && (
        <Suspense>
          <MergeDialog tag={tag} onClose={() => setOpenDialog(null)} />
        </Suspense>
      )}
      {openDialog === 'delete' && (
        <DeleteTagDialog
          tag={tag}
          synonymCount={synonymCount}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </div>
  )
}

type DeleteTagDialogProps = Pick<TagActionsProps, 'tag' | 'synonymCount'> & { onClose: () => void }

/** Asks for confirmation, or explains why the tag cannot be deleted. */
function DeleteTagDialog({ tag, synonymCount, onClose }: DeleteTagDialogProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { run, isSending } = useMutation({
    send: (call) => call(deleteTag, { tag_id: tag.tag_id }),
    successToast: () => ({ text: t('tag_delete.done', { name: tag.display_name }), tone: 'ok' }),
    onSuccess: () => navigate('/tags'),
  })
  const onOpenChange = (open: boolean) => void (!open && onClose())
  if (tag.question_count > 0 || synonymCount > 0) {
    return (
      <Dialog
        open
        onOpenChange={onOpenChange}
        title={t('tag_delete.blocked_title', { name: tag.display_name })}
        description={
          tag.question_count > 0
            ? t('tag_delete.blocked_questions', { count: tag.question_count })
            : t('tag_delete.blocked_synonyms', { count: synonymCount })
        }
        closeLabel={t('tag_merge.close')}
        footer={<Button onClick={onClose}>{t('tag_delete.blocked_close')}</Button>}
      />
    )
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={t('tag_delete.title', { name: tag.display_name })}
      description={t('tag_delete.text')}
      confirmLabel={t('action.delete')}
      cancelLabel={t('tag_editor.cancel')}
      danger
      loading={isSending}
      onConfirm={() => void run().then(onClose)}
    />
  )
}
