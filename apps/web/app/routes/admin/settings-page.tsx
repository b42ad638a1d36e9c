import { listSettingChanges, settingsState } from '@stoa/contract/features/site-settings'
import { findSettingsPage, generalPage } from '@stoa/contract/settings/pages'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { data } from 'react-router'
import {
  settingsPageHelp,
  settingsPageTitle,
} from '../../features/admin/site-settings/setting-text.ts'
import { findLastChange, SettingsForm } from '../../features/admin/site-settings/settings-form.tsx'
import {
  historyPageSize,
  SettingsHistory,
} from '../../features/admin/site-settings/settings-history.tsx'
import { useSettingsDraft } from '../../features/admin/site-settings/use-settings-draft.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { hydrateImmediately } from '../../kernel/hydration.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { PageHead } from '../../ui/section.tsx'
import { TextButtonLink } from '../../ui/text-button.tsx'
import type { Route } from './+types/settings-page.ts'

export const handle = hydrateImmediately

export async function loader(args: Route.LoaderArgs) {
  const page = findSettingsPage(args.url.pathname.split('/')[2] ?? '')
  if (page === undefined) throw data(null, { status: 404 })
  const api = apiFrom(args)
  const settings_page = page.name
  const history = Number(args.url.searchParams.get('history') ?? 0)
  const [{ fields, changed_by_page: changedByPage }, changes] = await Promise.all([
    api.call(settingsState, { settings_page }),
    history >= 1
      ? api.call(listSettingChanges, { settings_page, page: history, page_size: historyPageSize })
      : null,
  ])
  const needsZones = page.name === 'interface'
  const zones = needsZones
    ? ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
    : []
  return { page: page.name, fields, changedByPage, changes, history, zones }
}

export default function SettingsScreen({ loaderData }: Route.ComponentProps) {
  // Two pages of settings share this screen, and must not share what is typed.
  return <SettingsOfPage key={loaderData.page} {...loaderData} />
}

function SettingsOfPage({
  page: name,
  fields,
  changes,
  history,
  zones,
}: Route.ComponentProps['loaderData']) {
  const t = useTranslate()
  const page = findSettingsPage(name) ?? generalPage
  const draft = useSettingsDraft(page, fields)
  const title = settingsPageTitle(t, name)
  return (
    <>
      <PageMeta title={changes ? t('settings_history.title', { page: title }) : title} noIndex />
      <PageHead
        title={changes ? t('settings_history.title', { page: title }) : title}
        end={
          changes ? (
            <TextButtonLink href={`/admin/${name}`}>{t('settings_history.back')}</TextButtonLink>
          ) : (
            <TextButtonLink
              href="?history=1"
              icon={<History className="icon" aria-hidden="true" />}
            >
              {t('settings_history.link')}
            </TextButtonLink>
          )
        }
      />
      {changes ? (
        <SettingsHistory
          changes={changes}
          page={history}
          onRestore={(id) => void draft.restore([id])}
        />
      ) : (
        <>
          <p className="mt-1 text-sm text-ink-3">
            {settingsPageHelp(t, name)} <LastChange fields={fields} />
          </p>
          <SettingsForm page={page} draft={draft} zones={zones} />
        </>
      )}
    </>
  )
}

function LastChange({ fields }: Pick<Route.ComponentProps['loaderData'], 'fields'>): ReactNode {
  const t = useTranslate()
  const { date } = useFormats()
  const last = findLastChange(fields)
  if (last === undefined || last.changed_at === null) return null
  const values = { date: date(last.changed_at) }
  return last.changed_by === null
    ? t('settings_form.last_changed_by_site', values)
    : t('settings_form.last_changed', { ...values, name: last.changed_by.display_name })
}
