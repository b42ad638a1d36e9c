import { listPlugins } from '@stoa/contract/features/plugins'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { redirect } from 'react-router'
import { InstallDialog } from '../../features/admin/plugins/install-dialog.tsx'
import { PluginList } from '../../features/admin/plugins/plugin-list.tsx'
import {
  isShown,
  pluginFilters,
  pluginsPath,
  toFilterHref,
} from '../../features/admin/plugins/plugin-paths.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { pickOption } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import type { Route } from './+types/plugins.ts'

export async function loader(args: Route.LoaderArgs) {
  if (args.url.pathname !== pluginsPath) throw redirect(pluginsPath + args.url.search, 301)
  const filter = pickOption(pluginFilters, args.url.searchParams.get('status'))
  // All of them, because each filter has a count.
  return { filter, plugins: await apiFrom(args).call(listPlugins, {}) }
}

export default function Plugins({ loaderData: { filter, plugins } }: Route.ComponentProps) {
  const t = useTranslate()
  const { number } = useFormats()
  const [isInstalling, setInstalling] = useState(false)
  const install = (
    <Button
      variant="primary"
      data-needs-script=""
      icon={<Plus className="icon" aria-hidden="true" />}
      onClick={() => setInstalling(true)}
    >
      {t('plugins.install')}
    </Button>
  )
  const shown = plugins.filter((plugin) => isShown(plugin, filter))
  const { length: enabled } = plugins.filter((plugin) => plugin.enabled)
  return (
    <>
      <PageMeta title={t('plugins.title')} noIndex />
      <PageHead
        title={t('plugins.title')}
        note={
          plugins.length > 0 &&
          t('plugins.counts', { all: number(plugins.length), enabled: number(enabled) })
        }
        end={plugins.length > 0 && install}
      />
      {plugins.length === 0 ? (
        <EmptyState title={t('plugins.none')} action={install}>
          <p>{t('plugins.about')}</p>
          <p className="mt-2">{t('plugins.first')}</p>
        </EmptyState>
      ) : (
        <>
          <div className="mt-1">
            <TabLinks
              line
              label={t('plugins.filter')}
              items={pluginFilters.map((name) => {
                const count = plugins.filter((plugin) => isShown(plugin, name)).length
                return {
                  href: toFilterHref(name),
                  label: t(`plugins.filter.${name}`),
                  count: count > 0 ? number(count) : undefined,
                  countTone: name === 'outdated' && count > 0 ? 'fill' : undefined,
                  current: name === filter,
                }
              })}
            />
          </div>
          {shown.length === 0 ? (
            <p className="py-6 text-md text-ink-3">{t(`plugins.no_match.${filter}`)}</p>
          ) : (
            <PluginList plugins={shown} />
          )}
        </>
      )}
      {isInstalling && <InstallDialog onClose={() => setInstalling(false)} />}
    </>
  )
}
