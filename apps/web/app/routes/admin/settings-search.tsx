import { searchSettings, settingsState } from '@stoa/contract/features/site-settings'
import { settingsPages } from '@stoa/contract/settings/pages'
import { limits } from '@stoa/contract/limits'
import { controlId } from '../../features/admin/site-settings/use-settings-draft.ts'
import {
  settingsPageHelp,
  settingsPageTitle,
} from '../../features/admin/site-settings/setting-text.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Link } from '../../ui/link.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/settings-search.ts'

export async function loader(args: Route.LoaderArgs) {
  const query = (args.url.searchParams.get('query') ?? '').trim().slice(0, limits.settingsQuery.max)
  const api = apiFrom(args)
  const [matches, { changed_by_page: changedByPage }] = await Promise.all([
    api.call(searchSettings, { query }),
    api.call(settingsState, { settings_page: 'general' }),
  ])
  return { query, matches, changedByPage }
}

const ROW = 'grid gap-0.5 border-b border-line py-3 hover:bg-row-hover'

/** Finds settings; without a query, lists the pages. */
export default function SettingsSearch({ loaderData }: Route.ComponentProps) {
  const t = useTranslate()
  const { query, matches } = loaderData
  return (
    <>
      <PageMeta title={t('settings_form.navigation')} noIndex />
      <PageHead title={t('settings_form.navigation')} />
      <form role="search" className="mt-4 flex max-w-[34rem] gap-2">
        <TextInput
          key={query}
          type="search"
          name="query"
          aria-label={t('settings_search.label')}
          placeholder={t('settings_search.label')}
          defaultValue={query}
        />
        <Button type="submit">{t('settings_search.button')}</Button>
      </form>
      {query !== '' && matches.length === 0 && (
        <EmptyState title={t('settings_search.none', { query })}>
          {t('settings_search.none_text')}
        </EmptyState>
      )}
      <ul className="mt-4">
        {query === ''
          ? settingsPages.map(({ name }) => (
              <li key={name}>
                <Link href={`/admin/${name}`} className={ROW}>
                  <span className="text-md font-semibold">{settingsPageTitle(t, name)}</span>
                  <span className="text-sm text-ink-3">{settingsPageHelp(t, name)}</span>
                </Link>
              </li>
            ))
          : matches.map((match) => (
              <li key={controlId(match)}>
                <Link
                  href={`/admin/${match.settings_page}#${controlId(match)}-row`}
                  className={ROW}
                >
                  <span className="text-xs text-ink-3">{match.page_title}</span>
                  <span className="text-md font-semibold">
                    <MarkedWords text={match.label} query={query} />
                  </span>
                  <span className="text-sm text-ink-3">
                    <MarkedWords text={match.help} query={query} />
                  </span>
                </Link>
              </li>
            ))}
      </ul>
    </>
  )
}

/** Marks the start of words that match. */
function MarkedWords({ text, query }: { text: string; query: string }) {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return text.split(/([\p{L}\p{N}]+)/u).map((part, index) => {
    const found = words.find((word) => part.toLowerCase().startsWith(word))
    if (found === undefined) return part
    return (
      <span key={index}>
        <mark className="rounded-sm bg-accent-tint text-accent-ink">
          {part.slice(0, found.length)}
        </mark>
        {part.slice(found.length)}
      </span>
    )
  })
}
