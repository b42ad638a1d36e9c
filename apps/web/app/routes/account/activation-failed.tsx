import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'

export default function ActivationFailed() {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.failed_title')} intro={t('activation.failed_text')}>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="/users/account-activation" variant="primary">
          {t('activation.get_new_link')}
        </ButtonLink>
        <ButtonLink href="/" variant="ghost">
          {t('page.back_home')}
        </ButtonLink>
      </div>
    </AccountPanel>
  )
}
