import type { LinkedConnector } from '@stoa/contract/features/connectors'
import { useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { accountPath } from '../auth/email-section.tsx'

/** Without JavaScript, the form is sent at once: the service can be connected again. */
export function DisconnectButton({ connector }: { connector: LinkedConnector }) {
  const t = useTranslate()
  const submit = useSubmit()
  const isSending = useNavigation().formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { name: service, slug_name } = connector

  function confirm() {
    setOpen(false)
    void submit(form.current, { preventScrollReset: true })
  }

  return (
    <>
      <Form
        ref={form}
        method="post"
        action={accountPath}
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        <input type="hidden" name="intent" value="disconnect" />
        <input type="hidden" name="service" value={slug_name} />
        <Button
          type="submit"
          size="sm"
          variant="ghost"
          loading={isSending}
          aria-label={t('connectors.disconnect_service', { service })}
        >
          {t('connectors.disconnect')}
        </Button>
      </Form>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('connectors.disconnect_title', { service })}
        description={t('connectors.disconnect_text', { service })}
        confirmLabel={t('connectors.disconnect')}
        cancelLabel={t('account_settings.cancel')}
        onConfirm={confirm}
        danger
      />
    </>
  )
}
