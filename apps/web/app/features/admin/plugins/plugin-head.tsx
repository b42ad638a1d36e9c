import type { PluginDetail } from '@stoa/contract/features/plugins'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { PluginIcon } from './plugin-icon.tsx'
import { PluginMenu } from './plugin-menu.tsx'
import { pluginsPath } from './plugin-paths.ts'
import { PluginStateLabel } from './plugin-state.tsx'
import { PluginSwitch } from './plugin-switch.tsx'
import { UpdateButton } from './update-button.tsx'

type PluginHeadProps = { plugin: PluginDetail }

export function PluginHead({ plugin }: PluginHeadProps) {
  const t = useTranslate()
  const { name } = plugin
  return (
    <header>
      <Breadcrumb
        label={t('plugins.path')}
        items={[{ label: t('plugins.title'), href: pluginsPath }, { label: name }]}
      />
      <div className="mt-1 mb-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-72 items-start gap-x-4 md:items-center">
          <PluginIcon kinds={plugin.kinds} size="lg" />
          <div className="min-w-0">
            <div className="flex flex-wrap items-baseline gap-x-3">
              <h1 className="min-w-0 font-serif text-2xl leading-[1.25] font-semibold tracking-title break-words">
                <bdi>{name}</bdi>
              </h1>
              <PluginStateLabel state={plugin.state} />
            </div>
            <Facts plugin={plugin} />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {plugin.newer_version !== '' && <UpdateButton plugin={plugin} />}
          <PluginSwitch plugin={plugin} hasLabel />
          <PluginMenu plugin={plugin} />
        </div>
      </div>
      <p className="mb-3 max-w-measure text-md leading-body text-ink-2">
        <bdi>{plugin.description}</bdi>
      </p>
    </header>
  )
}

function Facts({ plugin }: PluginHeadProps) {
  const t = useTranslate()
  const { date } = useFormats()
  const { version, author, installed_by: by, link } = plugin
  const installed = { date: date(plugin.installed_at) }
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm text-ink-3">
      <li>{t('plugins.version_by', { version, author })}</li>
      <li>
        {by === ''
          ? t('plugins.installed_on', installed)
          : t('plugins.installed_by', { ...installed, name: by })}
      </li>
      {plugin.kinds.length > 0 && (
        <li>{plugin.kinds.map((kind) => toKindText(t, kind)).join(', ')}</li>
      )}
      {link !== '' && (
        <li>
          <TextLink href={link} rel="noopener noreferrer" className="hit">
            {t('plugins.home_page')}
          </TextLink>
        </li>
      )}
    </ul>
  )
}

/** A later version of the site may know more kinds. */
function toKindText(t: ReturnType<typeof useTranslate>, kind: string) {
  const key = `plugin_kind.${kind}`
  return t.has(key) ? t(key) : kind
}
