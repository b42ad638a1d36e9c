import type { UiPlugin } from '@stoa/plugin-kit/ui'
import type { HostPlugins } from './host.ts'
import { publishPlugins, setPluginModules } from './plugins.ts'
import { toInlineJson } from './render.server.ts'

/** Takes over the plugins the server has loaded. */
export function takePlugins({ list, imports }: HostPlugins) {
  setPluginModules(list.map((plugin) => plugin.module as UiPlugin))
  publishPlugins(
    list.map(({ id, url }) => ({ id, url })),
    list.length === 0 ? null : toInlineJson({ imports }),
  )
}
