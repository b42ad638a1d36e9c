import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'

export default function AccountDeleted() {
  const t = useTranslate()
  return (
    <AccountPanel title={t('account.deleted_title')}>
      <p className="leading-prose">{t('account.deleted_text')}</p>
      <div>
        <ButtonLink href="/">{t('page.back_home')}</ButtonLink>
      </div>
    </AccountPanel>
  )
}
