import { HostProvider } from '@stoa/plugin-kit/ui'
import { use, useMemo, type ComponentType } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useVisit } from '../../../kernel/visit-context.tsx'
import { createHost } from './create-host.ts'
import { loadPlugin } from './load-plugin.ts'
import type { PluginPartProps } from './plugin-part.tsx'

type PluginComponentProps = PluginPartProps & { part: NonNullable<PluginPartProps['part']> }

/** Loads the script of a plugin and shows what it has for this place. */
export function PluginComponent({ plugin, part, props, onInsert, children }: PluginComponentProps) {
  const visit = useVisit()
  const api = useApi()
  const { module, messages } = use(loadPlugin(plugin, visit.locale))
  const host = useMemo(
    () => createHost(plugin, { visit, api, messages, onInsert }),
    [api, messages, onInsert, plugin, visit],
  )
  const shown = part === 'page' ? module.page : module.slots?.[part]
  if (shown === undefined) return children
  const Shown = shown as ComponentType<object>
  return (
    <HostProvider value={host}>
      <Shown {...props} />
    </HostProvider>
  )
}
