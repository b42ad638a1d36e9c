import { useLocation } from 'react-router'
import type { LoginPrompt } from '../../../kernel/login-redirect.tsx'
import { loginPathFrom, registerPathFrom } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

type LoginDialogProps = { prompt: LoginPrompt; open: boolean; onClose: () => void }

export function LoginDialog({ prompt, open, onClose }: LoginDialogProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const { pathname, search } = useLocation()
  const location = pathname + search
  function leave() {
    prompt.onLeave?.()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={prompt.title ?? t('login_prompt.title')}
      description={prompt.description ?? t('login_prompt.return')}
      closeLabel={t('dialog.close')}
      footer={
        <>
          {site.registrationOpen && (
            <ButtonLink href={registerPathFrom(location)} onClick={leave}>
              {t('account.sign_up')}
            </ButtonLink>
          )}
          <ButtonLink href={loginPathFrom(location)} variant="primary" onClick={leave}>
            {t('account.log_in')}
          </ButtonLink>
        </>
      }
    />
  )
}
