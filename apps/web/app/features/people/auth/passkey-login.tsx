import { FingerprintPattern } from 'lucide-react'
import { Form, useSubmit } from 'react-router'
import { useHydrated } from '../../../kernel/hydration.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { OrWithEmail } from './or-with-email.tsx'
import { useCeremony, type PasskeyRequest } from './second-factor/use-ceremony.ts'

type PasskeyLoginProps = {
  request: PasskeyRequest | null
  /** Whether the password form follows at once. */
  isBeforeForm: boolean
  /** Whether another way is offered first. */
  isSecondary: boolean
}

/**
 * The button requests a challenge with a form post, so that it works before hydration. The session token is never
 * exposed to scripts.
 */
export function PasskeyLogin({ request, isBeforeForm, isSecondary }: PasskeyLoginProps) {
  const t = useTranslate()
  const submit = useSubmit()
  const isHydrated = useHydrated()
  const state = useCeremony('log-in', request, ({ token }, response) => {
    void submit({ step: 'passkey-answer', token, response }, { method: 'post' })
  })
  if (isHydrated && typeof PublicKeyCredential === 'undefined') return null
  return (
    <div className="grid gap-4 noscript:hidden">
      {state === 'failed' && (
        <Notice tone="warn" live>
          {t('passkey.not_used')}
        </Notice>
      )}
      <Form method="post">
        <input type="hidden" name="step" value="passkey" />
        <Button
          type="submit"
          variant={isSecondary ? 'secondary' : 'primary'}
          size="lg"
          block
          loading={state === 'waiting'}
          icon={<FingerprintPattern className="icon" aria-hidden="true" />}
        >
          {t('passkey.continue')}
        </Button>
      </Form>
      {isBeforeForm && <OrWithEmail />}
    </div>
  )
}
