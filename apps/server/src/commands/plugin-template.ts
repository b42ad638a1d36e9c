import { kitVersion, manifestFile, SourceManifest } from '@stoa/plugin-kit/manifest'
import { PackageError } from '@stoa/plugin-kit/package'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeKit } from './plugin-kit.ts'

/** Creates a plugin that works, and returns what to do with it. */
export function createPluginFolder(folder: string): string {
  const slug = basename(folder)
  if (!SourceManifest.shape.slug.safeParse(slug).success)
    throw problem(`Name the folder like the plugin: lowercase letters, digits and dashes.`)
  if (existsSync(folder)) throw problem(`${folder} exists already.`)
  for (const [path, content] of Object.entries(filesOf(slug))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  writeKit(folder)
  return `${folder} created. Change it, then install it: stoa plugin add ${folder}`
}

function problem(message: string) {
  return new PackageError('invalid', message, { problem: message })
}

function filesOf(slug: string): Record<string, string> {
  const words = slug.replaceAll('-', ' ')
  const name = words.charAt(0).toUpperCase() + words.slice(1)
  const [major, minor] = kitVersion.split('.')
  const manifest = {
    slug,
    name,
    description: 'Shows a text in the sidebar, and a button below questions that counts.',
    version: '0.1.0',
    author: 'Your name',
    kit: `^${major}.${minor}`,
    kinds: ['sidebar'],
    permissions: { storage: true },
    settings: [{ name: 'text', type: 'input', title: 'Text', required: true, default: 'Welcome!' }],
    server: {
      file: 'server.js',
      slots: ['sidebar'],
      functions: [{ name: 'press', access: 'visitor' }],
    },
    ui: { file: 'ui.js', slots: ['question.footer'] },
    messages: { en_US: { press: 'Press', pressed: 'Pressed {count} times' } },
  }
  return {
    [manifestFile]: `${JSON.stringify(manifest, null, 2)}\n`,
    'package.json': `${JSON.stringify(packageOf(slug), null, 2)}\n`,
    '.gitignore': 'node_modules\n*.tgz\n',
    'server.js': serverCode,
    'ui.js': uiCode,
    'test/server.test.js': testCode,
  }
}

function packageOf(slug: string) {
  return {
    name: `stoa-plugin-${slug}`,
    version: '0.1.0',
    type: 'module',
    scripts: { test: 'node --test' },
  }
}

const serverCode = `import { definePlugin, html } from '@stoa/plugin-kit/server'

export default definePlugin({
  slots: {
    sidebar: (_props, kit) => String(html\`<p>\${kit.settings.text}</p>\`),
  },
  functions: {
    async press(_input, kit) {
      const count = Number((await kit.storage.get('count')) ?? 0) + 1
      await kit.storage.set('count', count)
      return { count }
    },
  },
})
`

const uiCode = `import { definePlugin, useHost } from '@stoa/plugin-kit/ui'
import { createElement, useState } from 'react'

function Press() {
  const { call, t } = useHost()
  const [count, setCount] = useState(null)
  const press = async () => setCount((await call('press')).count)
  const label = count === null ? t('press') : t('pressed', { count })
  return createElement('button', { type: 'button', onClick: press }, label)
}

export default definePlugin({ slots: { 'question.footer': Press } })
`

const testCode = `import { createTestKit, testPlugin } from '@stoa/plugin-kit/testing'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import plugin from '../server.js'

const manifest = JSON.parse(readFileSync(new URL('../plugin.json', import.meta.url), 'utf8'))

for (const { name, run } of testPlugin({ manifest, plugin })) test(name, run)

test('counts', async () => {
  const kit = createTestKit({ manifest })
  await plugin.functions.press(null, kit)
  assert.deepEqual(await plugin.functions.press(null, kit), { count: 2 })
})
`
