// Plugins with a part in pages: one that works, two whose scripts fail, and one that tries to inject scripts everywhere.
import { installPlugin, setPluginStatus, uploadPlugin } from '@stoa/contract/features/plugins'
import { manifestFile } from '@stoa/plugin-kit/manifest'
import { writePackage } from '@stoa/plugin-kit/package'
import { slotNames } from '@stoa/plugin-kit/slots'
import { apiClient } from './api-client.ts'
import type { Account } from './seed.ts'
import type { Site } from './site.ts'

type Source = {
  manifest: { slug: string } & Record<string, unknown>
  files: Record<string, string>
}

const common = {
  version: '1.0.0',
  description: 'For a test.',
  author: 'Northbank',
  kit: '^1.0',
  kinds: ['embed'],
}

const serverSlots = slotNames.filter((name) => name !== 'editor.toolbar')

export const hello: Source = {
  manifest: {
    ...common,
    slug: 'hello',
    name: 'Hello',
    server: {
      file: 'server.js',
      slots: ['question.footer', 'sidebar'],
      functions: [{ name: 'greet', access: 'visitor' }],
    },
    ui: { file: 'ui.js', slots: ['question.footer', 'editor.toolbar'] },
    styles: 'hello.css',
    pages: [{ path: '', title: 'page_title', menu: true }],
    userSettings: [
      { name: 'greeting', type: 'input', title: 'Your greeting', required: true },
      { name: 'often', type: 'switch', title: 'Greet often' },
    ],
    messages: { en_US: { page_title: 'Hello page', pressed: 'Pressed {count} times' } },
  },
  files: {
    'server.js': `export default {
      slots: {
        'question.footer': ({ title }, kit) => '<p class="plugin-hello">Hello from a plugin, in ' + kit.locale + ': ' + title + '</p>',
        sidebar: ({ path }) => '<p>Sidebar of ' + path + '</p>',
      },
      page: ({ path, query }) => path === '/nowhere' ? null
        : { title: 'Hello page', html: '<p>Below: "' + path + '", query: ' + (query.q ?? 'none') + '</p>' },
      functions: { greet: (input) => 'Good morning, ' + input },
    }`,
    'ui.js': `import { createElement as h, useState } from 'react'
      import { useHost } from '@stoa/plugin-kit/ui'
      function Footer({ title }) {
        const host = useHost()
        const [count, setCount] = useState(0)
        const [answer, setAnswer] = useState('')
        return h('div', { id: 'hello-plugin', className: 'plugin-hello' },
          h('button', { type: 'button', onClick: () => setCount(count + 1) }, host.t('pressed', { count })),
          h('button', { type: 'button', onClick: async () => setAnswer(await host.call('greet', 'Leila')) }, 'Greet'),
          h('output', null, answer))
      }
      function Tool() {
        const host = useHost()
        return h('button', { type: 'button', onClick: () => host.insertText('Hello!') }, 'Insert a greeting')
      }
      export default { slots: { 'question.footer': Footer, 'editor.toolbar': Tool } }`,
    'hello.css': '.plugin-hello { border-left: 7px solid; }',
  },
}

const failing = (slug: string, script: string): Source => ({
  manifest: {
    ...common,
    slug,
    name: slug,
    server: { file: 'server.js', slots: ['question.footer'] },
    ui: { file: 'ui.js', slots: ['question.footer'] },
  },
  files: {
    'server.js': `export default { slots: { 'question.footer': () => '<p>HTML of ${slug}</p>' } }`,
    'ui.js': script,
  },
})

export const broken = failing(
  'broken',
  `export default { slots: { 'question.footer': () => { throw new Error('a plugin that fails to render') } } }`,
)
export const missing = failing('missing', `import 'not-a-shared-module'`)

const attack = [
  '<script>globalThis.attacked = true</script>',
  '<img src=x onerror="globalThis.attacked = true">',
  '<svg onload="globalThis.attacked = true"></svg>',
  '<iframe srcdoc="<script>parent.attacked = true</script>"></iframe>',
  '<a href="javascript:globalThis.attacked = true">attack</a>',
  '<style>body { display: none }</style>',
  '<form action="/users/logout"><button class="fixed inset-0 z-header">attack</button></form>',
  '<div style="position:fixed;inset:0" class="fixed inset-0">attack</div></div></div></main>',
].join('')

/** In every slot that the server fills, and on a page. */
export const attacker: Source = {
  manifest: {
    ...common,
    slug: 'attacker',
    name: 'Attacker',
    server: { file: 'server.js', slots: serverSlots },
    pages: [
      { path: '', title: 'Attack</title><script>globalThis.attacked = true</script>', menu: true },
    ],
  },
  files: {
    'server.js': `const html = ${JSON.stringify(attack)}
      const slots = Object.fromEntries(${JSON.stringify(serverSlots)}.map((name) => [name, () => html]))
      export default { slots, page: () => ({ title: '</title><script>globalThis.attacked = true</script>', html }) }`,
  },
}

/** Installs and enables plugins, or updates them. */
export async function addPlugins(site: Site, { token }: Account, plugins: readonly Source[]) {
  const api = apiClient(site, token)
  for (const { manifest, files } of plugins) {
    const all = { [manifestFile]: JSON.stringify(manifest), ...files }
    const contents = Object.entries(all).map(([name, text]) => [name, Buffer.from(text)] as const)
    const archive = new Uint8Array(writePackage(new Map(contents)))
    const file = new File([archive], 'plugin.tgz', { type: 'application/gzip' })
    const { package_id } = await api.call(uploadPlugin, { file })
    await api.call(installPlugin, { package_id })
    await setPlugin(site, token, manifest.slug, true)
  }
}

export async function setPlugin(site: Site, token: string, slug: string, enabled: boolean) {
  await apiClient(site, token).call(setPluginStatus, { plugin_slug_name: slug, enabled })
}
