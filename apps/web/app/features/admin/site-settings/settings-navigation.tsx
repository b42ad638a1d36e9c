import { settingsAreas, settingsPages } from '@stoa/contract/settings/pages'
import { ArrowLeft, Search } from 'lucide-react'
import { useLocation, useMatches } from 'react-router'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { Brand } from '../../../ui/shell/brand.tsx'
import { SideNav } from '../../../ui/shell/side-nav.tsx'
import { settingsPageTitle } from './setting-text.ts'
import { settingsSearchPath } from './settings-paths.ts'
import { TextInput } from '../../../ui/text-input.tsx'

/** Pages of settings with the number of settings that differ from their defaults. */
export function SettingsNavigation({ id }: { id: string }) {
  const t = useTranslate()
  const { site } = useVisit()
  const { number } = useFormats()
  const { pathname } = useLocation()
  const changed = useChangedByPage()
  return (
    <SideNav
      id={id}
      label={t('settings_form.navigation')}
      drawer={{
        head: <Brand name={site.name} href="/" logo={site.logo} mobileLogo={site.mobileLogo} />,
        foot: null,
        closeLabel: t('nav.close'),
      }}
      top={
        <>
          <Link
            href="/admin"
            className="flex min-h-[max(2.125rem,var(--target))] items-center gap-2.75 text-md text-ink-3 hover:text-ink"
          >
            <ArrowLeft className="icon text-base rtl:-scale-x-100" aria-hidden="true" />
            {t('admin.title')}
          </Link>
          <FindSetting />
        </>
      }
      groups={settingsAreas.map((area) => ({
        heading: t(`settings_area.${area}`),
        items: settingsPages
          .filter((page) => page.area === area)
          .map(({ name }) => {
            const count = changed[name] ?? 0
            return {
              href: `/admin/${name}`,
              label: settingsPageTitle(t, name),
              icon: null,
              current: pathname === `/admin/${name}`,
              ...(count > 0 && {
                count: {
                  text: number(count),
                  label: t('settings_form.changed_count', { count }),
                  tone: 'quiet' as const,
                },
              }),
            }
          }),
      }))}
    />
  )
}

function FindSetting() {
  const t = useTranslate()
  return (
    <form action={settingsSearchPath} className="relative mt-1 mb-2">
      <Search
        className="icon absolute inset-y-0 start-2.5 my-auto text-md text-ink-3"
        aria-hidden="true"
      />
      <TextInput
        type="search"
        name="query"
        aria-label={t('settings_search.label')}
        placeholder={t('settings_search.label')}
        className="min-h-[max(2rem,var(--target))]! ps-8! text-sm!"
      />
    </form>
  )
}

type WithCounts = { changedByPage?: Record<string, number> } | undefined

/** Loaded by the screen, because frames load nothing. */
function useChangedByPage(): Record<string, number> {
  for (const match of useMatches()) {
    const counts = (match.loaderData as WithCounts)?.changedByPage
    if (counts !== undefined) return counts
  }
  return {}
}
