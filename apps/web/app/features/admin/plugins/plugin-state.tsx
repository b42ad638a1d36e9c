import type { ListedPlugin } from '@stoa/contract/features/plugins'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'

const tones = { disabled: 'plain', active: 'ok', failing: 'bad', faulted: 'bad' } as const

export function PluginStateLabel({ state }: Pick<ListedPlugin, 'state'>) {
  const t = useTranslate()
  return <StatusLabel tone={tones[state]}>{t(`plugins.state.${state}`)}</StatusLabel>
}

/** The state in the list: what needs attention, or how it works. */
export function PluginStateLine({ plugin }: { plugin: ListedPlugin }) {
  const t = useTranslate()
  const { number } = useFormats()
  const { state, failures, newer_version: newer, ms_per_call: ms } = plugin
  if (state === 'faulted') return <PluginStateLabel state={state} />
  if (state === 'failing' && failures > 0)
    return <StatusLabel tone="bad">{t('plugins.failed_today', { count: failures })}</StatusLabel>
  if (newer !== '' && state !== 'failing')
    return (
      <StatusLabel tone="warn">
        {t(plugin.new_permissions.length > 0 ? 'plugins.update_asks' : 'plugins.update_to', {
          version: newer,
        })}
      </StatusLabel>
    )
  // Zero if this process has not called it yet.
  if (state === 'active' && ms > 0)
    return (
      <StatusLabel tone="ok">{t('plugins.works', { time: number(Math.ceil(ms)) })}</StatusLabel>
    )
  return <PluginStateLabel state={state} />
}
