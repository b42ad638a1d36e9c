import { useTranslate } from '../../kernel/visit-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DeletionWarning } from './deletion-warning.tsx'

/** What will happen, in words. */
export type DeletionTexts = { title: string; text: string; warning?: string }

type DeletionDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  texts: DeletionTexts
  /** A question or an answer: deleting it may count towards the deletion block. */
  postId?: string
  onConfirm: () => void
  loading?: boolean
}

/** Asks before something is deleted. Few people ever see it, so it is fetched when they do. */
export function DeletionDialog(props: DeletionDialogProps) {
  const { open, onOpenChange, texts, postId, onConfirm, loading = false } = props
  const t = useTranslate()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      danger
      title={texts.title}
      description={
        <>
          {texts.text}
          {texts.warning !== undefined && <b className="mt-2 block">{texts.warning}</b>}
          {postId !== undefined && open && <DeletionWarning postId={postId} />}
        </>
      }
      confirmLabel={t('delete.confirm')}
      cancelLabel={t('delete.keep')}
      loading={loading}
      onConfirm={onConfirm}
    />
  )
}
