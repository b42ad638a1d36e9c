import { callPlugin } from '@stoa/contract/features/plugins'
import { HostProvider, type Host } from '@stoa/plugin-kit/ui'
import { use, useMemo, type ComponentType } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useVisit } from '../../../kernel/visit-context.tsx'
import { loadPlugin } from './load-plugin.ts'
import type { PluginPartProps } from './plugin-part.tsx'

type PluginComponentProps = PluginPartProps & { part: NonNullable<PluginPartProps['part']> }

/** Loads the script of a plugin and shows what it has for this place. */
export function PluginComponent({ plugin, part, props, onInsert, children }: PluginComponentProps) {
  const { locale, viewer } = useVisit()
  const api = useApi()
  const { module, messages } = use(loadPlugin(plugin, locale))
  const host = useMemo(
    (): Host => ({
      plugin: plugin.slug,
      locale,
      viewer: viewer === null ? null : { id: viewer.id, username: viewer.username },
      async call(name, input = null) {
        const { result } = await api.call(callPlugin, {
          plugin_slug_name: plugin.slug,
          name,
          input,
        })
        return result
      },
      t: (key, values = {}) =>
        (messages[key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
          Object.hasOwn(values, name) ? String(values[name]) : whole,
        ),
      fileUrl: (name) => plugin.files + name,
      insertText: (text) => onInsert?.(text),
    }),
    [api, locale, messages, onInsert, plugin, viewer],
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
