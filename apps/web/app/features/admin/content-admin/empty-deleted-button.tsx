import { type EmptiableType, emptyDeleted } from '@stoa/contract/features/content-admin'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

/** Removes everything that is deleted, for good. Of users only what is left of them. */
export function EmptyDeletedButton({ type }: { type: EmptiableType }) {
  const t = useTranslate()
  const [isAsking, setIsAsking] = useState(false)
  const { run, isSending } = useMutation({
    send: (call) => call(emptyDeleted, { type }),
    successToast: () => ({
      text: t(type === 'users' ? 'content_admin.emptying_users' : 'content_admin.emptying'),
      tone: 'ok',
    }),
    revalidates: true,
  })
  return (
    <>
      <Button
        icon={<Trash2 className="icon" aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
      >
        {t('content_admin.empty')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t(`content_admin.empty_title.${type}`)}
        description={t(
          type === 'users' ? 'content_admin.empty_text_users' : 'content_admin.empty_text',
        )}
        confirmLabel={t('content_admin.remove')}
        cancelLabel={t('moderate.cancel')}
        danger
        loading={isSending}
        onConfirm={() => void run().then(() => setIsAsking(false))}
      />
    </>
  )
}
