import type { ListedPlugin } from '@stoa/contract/features/plugins'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { PermissionLine } from './permission-list.tsx'
import { PluginIcon } from './plugin-icon.tsx'
import { pluginPath } from './plugin-paths.ts'
import { PluginStateLine } from './plugin-state.tsx'
import { PluginSwitch } from './plugin-switch.tsx'
import { UpdateButton } from './update-button.tsx'

export function PluginList({ plugins }: { plugins: readonly ListedPlugin[] }) {
  return (
    <ul>
      {plugins.map((plugin) => (
        <PluginRow key={plugin.slug_name} plugin={plugin} />
      ))}
    </ul>
  )
}

function PluginRow({ plugin }: { plugin: ListedPlugin }) {
  const t = useTranslate()
  const { slug_name: slug, name, version, author } = plugin
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-start gap-x-4 border-b border-line py-4 md:grid-cols-[2.75rem_minmax(0,1fr)_auto]">
      <PluginIcon kinds={plugin.kinds} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-2.5">
          <h2 className="min-w-0 font-serif text-lg leading-[1.3] font-semibold break-words">
            <Link href={pluginPath(slug)} className="hit hover:text-accent-ink">
              <bdi>{name}</bdi>
            </Link>
          </h2>
          <span className="text-sm text-ink-3">{t('plugins.version_by', { version, author })}</span>
        </div>
        <p className="max-w-measure text-md leading-[1.5] break-words text-ink-2">
          <bdi>{plugin.description}</bdi>
        </p>
        <PermissionLine permissions={plugin.permissions} />
      </div>
      <div className="grid gap-1.5 max-md:col-start-2 max-md:mt-2 max-md:justify-items-start md:justify-items-end">
        <PluginStateLine plugin={plugin} />
        <div className="flex flex-wrap items-center gap-2">
          {plugin.newer_version !== '' && <UpdateButton plugin={plugin} />}
          <OpenLink plugin={plugin} />
          <PluginSwitch plugin={plugin} />
        </div>
      </div>
    </li>
  )
}

function OpenLink({ plugin }: { plugin: ListedPlugin }) {
  const t = useTranslate()
  const { slug_name: slug, name, state, have_config: hasSettings } = plugin
  const hasFailed = state === 'failing' || state === 'faulted'
  const label = hasFailed
    ? t('plugins.see_why')
    : t(hasSettings ? 'plugins.settings' : 'plugins.details')
  return (
    <ButtonLink size="sm" href={pluginPath(slug)} aria-label={`${label}: ${name}`}>
      {label}
    </ButtonLink>
  )
}
