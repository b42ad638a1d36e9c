import { useLocation } from 'react-router'
import { registerPathFrom } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'

export function AboutSite() {
  const t = useTranslate()
  const { site, viewer } = useVisit()
  const { pathname, search } = useLocation()
  const about = site.description || site.shortDescription || t('site.about_text')
  return (
    <Section title={t('site.about')} size="sm">
      <div className="grid justify-items-start gap-3 leading-body text-ink-2">
        <p className="whitespace-pre-line" dir="auto">
          {about}
        </p>
        {viewer === null && site.registrationOpen && (
          <ButtonLink href={registerPathFrom(pathname + search)} size="sm">
            {t('account.sign_up')}
          </ButtonLink>
        )}
      </div>
    </Section>
  )
}
