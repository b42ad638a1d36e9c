import type { SettingMatch } from '@stoa/contract/features/site-settings'
import { settingKey } from '@stoa/contract/settings/fields'
import { fieldsOf, settingsPages } from '@stoa/contract/settings/pages'
import type { MessageKey } from '@stoa/locales/messages'
import type { Translate } from '@stoa/locales/translate'

/** Every word of the query must start a word of the label, the help text, the name or the page. Labels come first. */
export function findSettings(query: string, t: Translate): SettingMatch[] {
  const words = toWords(query)
  if (words.length === 0) return []
  const all = settingsPages.flatMap((page) =>
    fieldsOf(page).map((field) => {
      const text = (key: string) => t(key as MessageKey)
      const match = {
        settings_page: page.name,
        group: field.group,
        name: field.name,
        label: text(`setting.${field.group}.${field.name}`),
        help: text(`setting.${field.group}.${field.name}.help`),
        page_title: text(`settings_page.${page.name}`),
      }
      const rest = [match.help, match.page_title, page.name, settingKey(field)].join(' ')
      return { match, label: toWords(match.label), all: toWords(`${match.label} ${rest}`) }
    }),
  )
  const has = (haystack: readonly string[], word: string) =>
    haystack.some((candidate) => candidate.startsWith(word))
  const found = all.filter((entry) => words.every((word) => has(entry.all, word)))
  const isInLabel = (entry: (typeof all)[number]) =>
    words.every((word) => has(entry.label, word)) ? 0 : 1
  return found.toSorted((a, b) => isInLabel(a) - isInLabel(b)).map(({ match }) => match)
}

function toWords(text: string) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
