import {
  deleteWebhook,
  rotateWebhookSecret,
  setWebhookState,
  testWebhook,
  type Webhook,
} from '@stoa/contract/features/webhooks'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { webhooksPath } from './webhook-paths.ts'

type OpenDialog = 'edit' | 'rotate' | 'delete' | null

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const t = useTranslate()
  const [asked, setAsked] = useState<OpenDialog>(null)
  const close = () => setAsked(null)
  return (
    <div className="flex flex-wrap gap-2" data-needs-script="">
      {webhook.state === 'active' && <TestButton id={webhook.id} />}
      {webhook.state !== 'ended' && <StateButton webhook={webhook} />}
      <Button onClick={() => setAsked('edit')}>{t('webhooks.edit')}</Button>
      <Button onClick={() => setAsked('rotate')}>{t('webhooks.rotate')}</Button>
      <Button variant="ghost" onClick={() => setAsked('delete')}>
        {t('webhooks.delete')}
      </Button>
      {asked === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      <Rotation id={webhook.id} isAsked={asked === 'rotate'} onClose={close} />
      <Deletion id={webhook.id} isAsked={asked === 'delete'} onClose={close} />
    </div>
  )
}

function TestButton({ id }: { id: string }) {
  const t = useTranslate()
  const { run, isSending } = useMutation({
    send: (call) => call(testWebhook, { id }),
    successToast: () => ({ text: t('webhooks.test_sent'), tone: 'ok' }),
    revalidates: true,
  })
  return (
    <Button variant="primary" loading={isSending} onClick={() => void run()}>
      {t('webhooks.test')}
    </Button>
  )
}

function StateButton({ webhook: { id, state } }: { webhook: Webhook }) {
  const t = useTranslate()
  const isActive = state === 'active'
  const { run, isSending } = useMutation({
    send: (call) => call(setWebhookState, { id, state: isActive ? 'paused' : 'active' }),
    successToast: () => ({
      text: t(isActive ? 'webhooks.paused' : 'webhooks.resumed'),
      tone: 'ok',
    }),
    revalidates: true,
  })
  return (
    <Button loading={isSending} onClick={() => void run()}>
      {t(isActive ? 'webhooks.pause' : 'webhooks.resume')}
    </Button>
  )
}

type ActionDialogProps = { id: string; isAsked: boolean; onClose: () => void }

function Rotation({ id, isAsked, onClose }: ActionDialogProps) {
  const t = useTranslate()
  const [secret, setSecret] = useState<string | null>(null)
  const { run, isSending } = useMutation<void, { secret: string }>({
    send: (call) => call(rotateWebhookSecret, { id }),
    onSuccess(created) {
      onClose()
      setSecret(created.secret)
    },
    revalidates: true,
  })
  return (
    <>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={(open) => !open && onClose()}
        title={t('webhooks.rotate_title')}
        description={t('webhooks.rotate_text')}
        confirmLabel={t('webhooks.rotate')}
        cancelLabel={t('webhooks.cancel')}
        loading={isSending}
        onConfirm={() => void run()}
      />
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}

function Deletion({ id, isAsked, onClose }: ActionDialogProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { run, isSending } = useMutation({
    send: (call) => call(deleteWebhook, { id }),
    successToast: () => ({ text: t('webhooks.deleted'), tone: 'ok' }),
    onSuccess: () => navigate(webhooksPath),
  })
  return (
    <ConfirmDialog
      open={isAsked}
      onOpenChange={(open) => !open && onClose()}
      title={t('webhooks.delete_title')}
      description={t('webhooks.delete_text')}
      confirmLabel={t('webhooks.delete')}
      cancelLabel={t('webhooks.cancel')}
      danger
      loading={isSending}
      onConfirm={() => void run()}
    />
  )
}
