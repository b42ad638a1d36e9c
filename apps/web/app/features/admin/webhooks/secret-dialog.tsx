import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Shown once: the secret is in no other response. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslate()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('webhooks.secret_title')}
      description={t('webhooks.secret_text')}
      closeLabel={t('webhooks.close')}
      footer={<Button onClick={onClose}>{t('webhooks.close')}</Button>}
    >
      <div className="flex items-center gap-2 rounded-md border border-line bg-wash px-3 py-2">
        <code
          dir="ltr"
          aria-label={t('webhooks.secret')}
          className="min-w-0 flex-1 font-mono text-sm break-all"
        >
          {secret}
        </code>
        <CopyButton
          text={() => secret}
          label={t('webhooks.copy_secret')}
          copiedLabel={t('webhooks.copied')}
        />
      </div>
    </Dialog>
  )
}
