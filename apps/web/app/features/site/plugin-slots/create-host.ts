import type { Client } from '@stoa/contract/client'
import { callPlugin } from '@stoa/contract/features/plugins'
import type { Host } from '@stoa/plugin-kit/ui'
import type { PagePlugin, Visit } from '../../../kernel/visit.ts'

type Sources = {
  visit: Pick<Visit, 'locale' | 'viewer'>
  api: Client
  messages: Readonly<Record<string, string>>
  onInsert?: ((text: string) => void) | undefined
}

/** What the script of a plugin knows of the site. */
export function createHost(plugin: PagePlugin, { visit, api, messages, onInsert }: Sources): Host {
  const { locale, viewer } = visit
  return {
    plugin: plugin.slug,
    locale,
    viewer: viewer === null ? null : { id: viewer.id, username: viewer.username },
    async call(name, input = null) {
      const { result } = await api.call(callPlugin, { plugin_slug_name: plugin.slug, name, input })
      return result
    },
    t: (key, values = {}) =>
      (messages[key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
        Object.hasOwn(values, name) ? String(values[name]) : whole,
      ),
    fileUrl: (name) => plugin.files + name,
    createFrame(name) {
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', 'allow-scripts')
      frame.src = `${plugin.files}~frames/${name}.html`
      return frame
    },
    insertText: (text) => onInsert?.(text),
  }
}
