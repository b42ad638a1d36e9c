import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'

export default function ActivationSuccess() {
  const t = useTranslate()
  const { viewer } = useVisit()
  return (
    <AccountPanel
      title={t('activation.welcome', { name: viewer?.display_name ?? '' })}
      intro={t('activation.done')}
    >
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="/questions/ask" variant="primary">
          {t('nav.ask')}
        </ButtonLink>
        <ButtonLink href="/questions" variant="ghost">
          {t('activation.browse')}
        </ButtonLink>
      </div>
    </AccountPanel>
  )
}
