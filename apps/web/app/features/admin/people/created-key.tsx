import { currentUser } from '@stoa/contract/features/accounts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CopyBox } from './act-results.tsx'

type CreatedKeyProps = { text: string; onClose: () => void }

/** Mounted after a click, so there is a window. */
export function CreatedKey({ text: apiKey, onClose }: CreatedKeyProps) {
  const t = useTranslate()
  const url = `${window.location.origin}${currentUser.path}`
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t('api_keys.created_title')}
      description={t('api_keys.created_text')}
      closeLabel={t('api_keys.done')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('api_keys.done')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <CopyBox text={apiKey} label={t('api_keys.copy_key')} />
        <div className="grid gap-1">
          <p className="text-md font-semibold">{t('api_keys.curl')}</p>
          <CopyBox
            text={`curl -H 'Authorization: Bearer ${apiKey}' '${url}'`}
            label={t('api_keys.copy_curl')}
          />
        </div>
      </div>
    </Dialog>
  )
}
