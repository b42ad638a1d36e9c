import { privacyPath, termsPath } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Footer } from '../../../ui/shell/footer.tsx'
import { CustomSlot } from './custom-markup.tsx'
import { LanguageForm } from './language-form.tsx'
import { ThemeForm } from './theme-form.tsx'

export function SiteFooter() {
  const { site } = useVisit()
  const t = useTranslate()
  return (
    <>
      <Footer
        line={site.shortDescription === '' ? site.name : `${site.name} · ${site.shortDescription}`}
        label={t('footer.label')}
        links={[
          ...(site.hasTerms ? [{ href: termsPath, label: t('legal.terms') }] : []),
          ...(site.hasPrivacy ? [{ href: privacyPath, label: t('legal.privacy') }] : []),
          { href: '/api-docs', label: t('footer.api') },
        ]}
        end={
          <>
            <LanguageForm />
            <ThemeForm />
          </>
        }
      />
      <CustomSlot name="footer" />
    </>
  )
}
