import type { UiPlugin } from '@stoa/plugin-kit/ui'
import { toInlineJson } from '../boot/boot.tsx'
import type { HostPlugins } from '../host.ts'
import { setPluginLinks, setPluginModules } from './plugins.ts'

export function setPlugins({ list, imports }: HostPlugins) {
  setPluginModules(list.map((plugin) => plugin.module as UiPlugin))
  setPluginLinks(
    list.map(({ id, url }) => ({ id, url })),
    list.length === 0 ? null : toInlineJson({ imports }),
  )
}
