import { type ApiKey, renameApiKey, revokeApiKey } from '@stoa/contract/features/api-keys'
import { limits } from '@stoa/contract/limits'
import { Ban, Ellipsis, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

type KeyProps = { apiKey: ApiKey; onClose: () => void }

export function KeyMenu({ apiKey }: Pick<KeyProps, 'apiKey'>) {
  const t = useTranslate()
  const [open, setOpen] = useState<'rename' | 'revoke' | null>(null)
  const close = () => setOpen(null)
  if (apiKey.state === 'revoked') return null
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            data-needs-script=""
            label={t('api_keys.menu', { name: apiKey.description })}
            icon={<Ellipsis className="icon" aria-hidden="true" />}
          />
        }
        items={[
          {
            id: 'rename',
            label: t('api_keys.rename'),
            icon: <Pencil className="icon" aria-hidden="true" />,
            onSelect: () => setOpen('rename'),
          },
          {
            id: 'revoke',
            label: t('api_keys.revoke'),
            icon: <Ban className="icon" aria-hidden="true" />,
            danger: true,
            onSelect: () => setOpen('revoke'),
          },
        ]}
      />
      {open === 'rename' && <RenameDialog apiKey={apiKey} onClose={close} />}
      {open === 'revoke' && <RevokeDialog apiKey={apiKey} onClose={close} />}
    </>
  )
}

function RenameDialog({ apiKey, onClose }: KeyProps) {
  const t = useTranslate()
  const [description, setDescription] = useState(apiKey.description)
  const { run, error, isSending } = useMutation({
    send: (call) => call(renameApiKey, { id: apiKey.id, description }),
    showsFieldError: true,
    successToast: () => ({ text: t('api_keys.renamed'), tone: 'ok' }),
    onSuccess: onClose,
    revalidates: true,
  })
  return (
    <FormDialog
      title={t('api_keys.rename_title')}
      submitLabel={t('api_keys.save')}
      cancelLabel={t('api_keys.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={async () => void (await run())}
    >
      <Field label={t('api_keys.description')} error={error} required>
        <TextInput
          autoComplete="off"
          maxLength={limits.apiKeys.description}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  )
}

function RevokeDialog({ apiKey, onClose }: KeyProps) {
  const t = useTranslate()
  const { run, isSending } = useMutation({
    send: (call) => call(revokeApiKey, { id: apiKey.id }),
    successToast: () => ({ text: t('api_keys.revoked'), tone: 'ok' }),
    onSuccess: onClose,
    revalidates: true,
  })
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={t('api_keys.revoke_title')}
      description={t('api_keys.revoke_text', { name: apiKey.description })}
      confirmLabel={t('api_keys.confirm_revoke')}
      cancelLabel={t('api_keys.cancel')}
      loading={isSending}
      onConfirm={() => void run()}
    />
  )
}
