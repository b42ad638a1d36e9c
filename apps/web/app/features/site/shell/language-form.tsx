import { getLanguage, languages } from '@stoa/locales/languages'
import { ChevronUp, Languages } from 'lucide-react'
import { useLocation } from 'react-router'
import { localeCookie } from '../../../kernel/preferences.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { MenuSubmit } from '../../../ui/menu-submit.tsx'

/** A plain form with a full page load: the whole page changes its language. */
export function LanguageForm() {
  const { locale } = useVisit()
  const t = useTranslate()
  const { pathname, search } = useLocation()
  return (
    <details className="group relative">
      <summary className="hit flex cursor-pointer list-none items-center gap-1.5 hover:text-ink [&::-webkit-details-marker]:hidden">
        <Languages className="icon" aria-hidden="true" />
        <span className="sr-only">{t('footer.language')}: </span>
        {getLanguage(locale).name}
        <ChevronUp className="icon group-open:rotate-180" aria-hidden="true" />
      </summary>
      <form
        method="post"
        action="/preferences"
        className="z-menu grid min-w-44 max-md:fixed max-md:inset-x-4 max-md:bottom-28 md:absolute md:end-0 md:bottom-full md:mb-2 rounded-lg border border-line bg-raised p-1.25 text-md shadow-menu"
      >
        <input type="hidden" name="return" value={pathname + search} />
        {languages.map((language) => (
          <MenuSubmit
            key={language.locale}
            name={localeCookie}
            value={language.locale}
            lang={language.tag}
            dir={language.dir}
            aria-current={language.locale === locale ? 'true' : undefined}
            className="text-ink aria-[current]:font-semibold"
          >
            {language.name}
          </MenuSubmit>
        ))}
      </form>
    </details>
  )
}
