import { currentUser } from '@stoa/contract/features/accounts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

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
      <CodeBlock
        title={t('api_keys.key')}
        text={apiKey}
        copyLabel={t('api_keys.copy_key')}
        copiedLabel={t('api_keys.copied')}
      />
      <CodeBlock
        title={t('api_keys.curl')}
        text={`curl -H 'Authorization: Bearer ${apiKey}' '${url}'`}
        copyLabel={t('api_keys.copy_curl')}
        copiedLabel={t('api_keys.copied')}
      />
    </Dialog>
  )
}
