import { getPlugin, getPluginConfig, listPluginLog } from '@stoa/contract/features/plugins'
import { limits } from '@stoa/contract/limits'
import { data, redirect } from 'react-router'
import { LimitationList, PermissionList } from '../../features/admin/plugins/permission-list.tsx'
import { PluginAlert } from '../../features/admin/plugins/plugin-alert.tsx'
import { PluginFiles } from '../../features/admin/plugins/plugin-files.tsx'
import { PluginHead } from '../../features/admin/plugins/plugin-head.tsx'
import { PluginHealth, PluginPermissions } from '../../features/admin/plugins/plugin-health.tsx'
import { PluginLogTable } from '../../features/admin/plugins/plugin-log-table.tsx'
import { pluginPath, pluginTabs } from '../../features/admin/plugins/plugin-paths.ts'
import { PluginSettings } from '../../features/admin/plugins/plugin-settings.tsx'
import { VersionTable } from '../../features/admin/plugins/version-table.tsx'
import { isPluginSlug } from '../../features/site/plugin-fields/plugin-slug.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { hydrateImmediately } from '../../kernel/hydration.ts'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, pickOption, toListPage } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Section } from '../../ui/section.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import type { Route } from './+types/plugin.ts'

export const handle = hydrateImmediately

export async function loader(args: Route.LoaderArgs) {
  const { slug_name: plugin_slug_name } = args.params
  if (!isPluginSlug(plugin_slug_name)) throw data(null, { status: 404 })
  const query = args.url.searchParams
  const tab = pickOption(pluginTabs, query.get('tab'))
  const page = parsePageNumber(query)
  const api = apiFrom(args)
  const [plugin, config, log] = await Promise.all([
    api.call(getPlugin, { plugin_slug_name }),
    tab === 'settings' ? api.call(getPluginConfig, { plugin_slug_name }) : null,
    tab === 'log' ? api.call(listPluginLog, { plugin_slug_name, page }) : null,
  ])
  const path = pluginPath(plugin_slug_name)
  if (args.url.pathname !== path) throw redirect(path + args.url.search, 301)
  return {
    tab,
    plugin,
    config,
    log: log && toListPage(log, page, limits.pageSize.default),
    // Browsers and the server know different ones.
    zones: config?.config_fields.some(({ type }) => type === 'timezone')
      ? ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
      : [],
  }
}

type Data = Route.ComponentProps['loaderData']

export default function PluginScreen({ loaderData }: Route.ComponentProps) {
  const { plugin, tab } = loaderData
  return (
    <>
      <PageMeta title={plugin.name} noIndex />
      <PluginHead plugin={plugin} />
      <Tabs plugin={plugin} tab={tab} />
      <PluginAlert plugin={plugin} />
      <div className="mt-8">
        {/* Two plugins must not share what is typed. */}
        <TabContent key={plugin.slug_name} {...loaderData} />
      </div>
    </>
  )
}

function Tabs({ plugin, tab }: Pick<Data, 'plugin' | 'tab'>) {
  const t = useTranslate()
  const { number } = useFormats()
  const counts: Partial<Record<Data['tab'], number>> = {
    permissions: plugin.permissions.length,
    versions: plugin.versions.length,
  }
  return (
    <TabLinks
      line
      label={t('plugins.tabs')}
      items={pluginTabs.map((name) => {
        const count = counts[name] ?? 0
        return {
          href: pluginPath(plugin.slug_name, name),
          label: t(`plugins.tab.${name}`),
          count: count > 0 ? number(count) : undefined,
          current: name === tab,
        }
      })}
    />
  )
}

function TabContent({ tab, plugin, config, log, zones }: Data) {
  const t = useTranslate()
  if (tab === 'permissions')
    return (
      <div className="grid max-w-[44rem] gap-8">
        <Section title={t('plugins.it_may')}>
          <PermissionList permissions={plugin.permissions} />
        </Section>
        <Section title={t('plugins.it_cannot')}>
          <LimitationList permissions={plugin.permissions} />
          <p className="pt-2 text-sm text-ink-3">{t('plugins.trust')}</p>
        </Section>
      </div>
    )
  if (tab === 'versions')
    return (
      <Section title={t('plugins.tab.versions')}>
        <p className="py-2 text-sm text-ink-3">{t('plugins.versions_about')}</p>
        <VersionTable plugin={plugin} />
      </Section>
    )
  if (log !== null) return <Log plugin={plugin} log={log} />
  return (
    <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="min-w-0">
        {config === null || config.config_fields.length === 0 ? (
          <Section title={t('plugins.tab.settings')}>
            <p className="py-2 text-md text-ink-3">{t('plugins.no_settings')}</p>
          </Section>
        ) : (
          <PluginSettings config={config} isEnabled={plugin.enabled} zones={zones} />
        )}
      </div>
      <div className="grid min-w-0 content-start gap-8">
        {plugin.files !== null && <PluginFiles plugin={plugin} files={plugin.files} />}
        <PluginHealth plugin={plugin} />
        <PluginPermissions plugin={plugin} />
      </div>
    </div>
  )
}

function Log({ plugin, log }: { plugin: Data['plugin']; log: NonNullable<Data['log']> }) {
  const t = useTranslate()
  return (
    <Section title={t('plugins.tab.log')}>
      <p className="py-2 text-sm text-ink-3">
        {t('plugins.log_about', { max: limits.plugins.log })}
      </p>
      {log.list.length === 0 ? (
        <p className="py-2 text-md text-ink-3">{t('plugins.log_empty')}</p>
      ) : (
        <PluginLogTable entries={log.list} />
      )}
      <PageLinks
        page={log.page}
        pages={log.pages}
        hrefFor={(to) => pluginPath(plugin.slug_name, 'log', to)}
      />
    </Section>
  )
}
