import { FingerprintPattern } from 'lucide-react'
import { Form, useSubmit } from 'react-router'
import { useIsRunning } from '../../kernel/use-is-running.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCeremony, type Asked } from '../second-factor/use-ceremony.ts'

type PasskeyLoginProps = {
  asked: Asked | null
  /** A form for email and password follows. */
  hasAlternative: boolean
}

/**
 * The button posts, the page comes back with a question, and the browser's passkey answers it: pressed before
 * scripts are there, it still works. The session never passes through a script.
 */
export function PasskeyLogin({ asked, hasAlternative }: PasskeyLoginProps) {
  const t = useTranslate()
  const submit = useSubmit()
  const isRunning = useIsRunning()
  const state = useCeremony('log-in', asked, ({ token }, response) => {
    void submit({ step: 'passkey-answer', token, response }, { method: 'post' })
  })
  if (isRunning && typeof PublicKeyCredential === 'undefined') return null
  return (
    <div className="grid gap-4 noscript:hidden">
      {state === 'refused' && (
        <Notice tone="warn" live>
          {t('passkey.not_used')}
        </Notice>
      )}
      <Form method="post">
        <input type="hidden" name="step" value="passkey" />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          loading={state === 'waiting'}
          icon={<FingerprintPattern className="icon" aria-hidden="true" />}
        >
          {t('passkey.continue')}
        </Button>
      </Form>
      {hasAlternative && (
        <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t('passkey.or_e_mail')}
        </p>
      )}
    </div>
  )
}
