import { languageConfig, languageOptions, siteInfo } from '@stoa/contract/features/site'
import { getMessages } from '@stoa/locales/all'
import { isLocale, languages } from '@stoa/locales/languages'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { getSiteInfo } from './info.queries.ts'

export const infoRoutes = [
  route(siteInfo, async ({ ctx }) => getSiteInfo(ctx.settings)),

  route(languageOptions, async () =>
    languages.map(({ locale, name }) => ({ value: locale, label: name })),
  ),

  route(languageConfig, async ({ input, caller }) => {
    const locale = input.lang ?? caller.locale
    return isLocale(locale) ? getMessages(locale) : fail('language.not_found')
  }),
]
