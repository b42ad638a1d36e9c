import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DeletionWarning } from './deletion-warning.tsx'

export type DeletionTexts = { title: string; text: string; warning?: string }

type DeletionDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  texts: DeletionTexts
  /** Set for questions and answers, whose deletion may count towards the posting block. */
  postId?: string
  onConfirm: () => void
  loading?: boolean
}

/** Loaded on demand. */
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
      cancelLabel={t('delete.cancel')}
      loading={loading}
      onConfirm={onConfirm}
    />
  )
}
