import { deleteTag, recoverTag, type TagDetail } from '@stoa/contract/features/tags'
import { Merge, Pencil, Trash2, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAct } from '../captcha/use-act.ts'

const MergeDialog = lazy(() =>
  import('./merge-dialog.tsx').then((module) => ({ default: module.MergeDialog })),
)

type TagActsProps = {
  tag: Pick<
    TagDetail,
    'tag_id' | 'slug_name' | 'display_name' | 'question_count' | 'member_actions'
  >
  synonymCount: number
}

/** What the reader may do with a tag, as the API says. */
export function TagActs({ tag, synonymCount }: TagActsProps) {
  const t = useTranslate()
  const [asked, setAsked] = useState<'delete' | 'merge' | null>(null)
  const undelete = useUndelete(tag.tag_id)
  const may = (action: 'edit' | 'delete' | 'undelete' | 'merge') =>
    tag.member_actions.some((one) => one.action === action)
  const icon = (Icon: typeof Pencil) => <Icon className="icon" aria-hidden="true" />
  return (
    <div className="flex flex-wrap gap-2">
      {may('edit') && (
        <ButtonLink href={`/tags/${tag.tag_id}/edit`} size="sm" icon={icon(Pencil)}>
          {t('action.edit')}
        </ButtonLink>
      )}
      {may('merge') && (
        <Button size="sm" icon={icon(Merge)} onClick={() => setAsked('merge')}>
          {t('action.merge')}
        </Button>
      )}
      {may('delete') && (
        <Button size="sm" icon={icon(Trash2)} onClick={() => setAsked('delete')}>
          {t('action.delete')}
        </Button>
      )}
      {may('undelete') && (
        <Button size="sm" icon={icon(Undo2)} onClick={() => void undelete()}>
          {t('action.undelete')}
        </Button>
      )}
      {asked === 'merge' && (
        <Suspense>
          <MergeDialog tag={tag} onClose={() => setAsked(null)} />
        </Suspense>
      )}
      {asked === 'delete' && (
        <DeleteTag tag={tag} synonymCount={synonymCount} onClose={() => setAsked(null)} />
      )}
    </div>
  )
}

function useUndelete(tag_id: string) {
  const act = useAct()
  const { revalidate } = useRevalidator()
  return async () => {
    const outcome = await act(recoverTag, { tag_id })
    if (outcome.ok) await revalidate()
  }
}

type DeleteTagProps = Pick<TagActsProps, 'tag' | 'synonymCount'> & { onClose: () => void }

/** Asks first; where it would be refused, says what stands in the way. */
function DeleteTag({ tag, synonymCount, onClose }: DeleteTagProps) {
  const t = useTranslate()
  const act = useAct()
  const toast = useToast()
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const onOpenChange = (open: boolean) => void (!open && onClose())
  if (tag.question_count > 0 || synonymCount > 0) {
    return (
      <Dialog
        open
        onOpenChange={onOpenChange}
        title={t('tag_delete.held_title', { name: tag.display_name })}
        description={
          tag.question_count > 0
            ? t('tag_delete.held_questions', { count: tag.question_count })
            : t('tag_delete.held_synonyms', { count: synonymCount })
        }
        closeLabel={t('tag_merge.close')}
        footer={<Button onClick={onClose}>{t('tag_delete.understood')}</Button>}
      />
    )
  }
  async function remove() {
    setDeleting(true)
    const outcome = await act(deleteTag, { tag_id: tag.tag_id })
    setDeleting(false)
    onClose()
    if (!outcome.ok) return
    toast({ text: t('tag_delete.done', { name: tag.display_name }), tone: 'ok' })
    await navigate('/tags')
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
      loading={isDeleting}
      onConfirm={() => void remove()}
    />
  )
}
