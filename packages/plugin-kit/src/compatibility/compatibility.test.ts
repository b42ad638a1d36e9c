import { readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { kitVersion, SourceManifest, supportsKit } from '../manifest.ts'
import type { ReviewedContent } from '../reviewer.ts'
import * as server from '../server.ts'
import type { Kit, PageRequest, Plugin, PluginEvent } from '../server.ts'
import type { SlotProps } from '../slots.ts'
import * as testing from '../testing.ts'
import * as ui from '../ui.tsx'
import type { Host, UiPlugin } from '../ui.tsx'
import type * as first from './kit-1.0.ts'
import { listManifestFields } from './manifest-fields.ts'
import firstFields from './manifest-1.0.json' with { type: 'json' }

const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
/** Versions with what the changelog says about them, newest first. */
const versions = [...changelog.matchAll(/^## (\S+)\n(.*?)(?=^## |$(?![\s\S]))/gms)].map(
  ([, version = '', text = '']) => ({ version, text }),
)

/** What plugins could import in version 1.0. */
const firstNames = {
  server: ['Rejection', 'definePlugin', 'html'],
  ui: ['HostProvider', 'definePlugin', 'useHost'],
  testing: ['createTestKit'],
}
const nowNames = {
  server: Object.keys(server),
  ui: Object.keys(ui),
  testing: Object.keys(testing),
}
const fields = listManifestFields(SourceManifest)

/** With functions in place of methods, whose parameters TypeScript compares in both directions. */
type Strict<T> = {
  [Key in keyof T]: NonNullable<T[Key]> extends (...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : T[Key]
}

describe('version 1 of the kit', () => {
  it('gives plugins what 1.0 gave them', () => {
    expectTypeOf<Kit>().toExtend<first.Kit>()
    expectTypeOf<Host>().toExtend<first.Host>()
    expectTypeOf<SlotProps>().toExtend<first.SlotProps>()
    expectTypeOf<ReviewedContent>().toExtend<first.ReviewedContent>()
    expectTypeOf<PageRequest>().toExtend<first.PageRequest>()
    expectTypeOf<PluginEvent>().toExtend<first.PluginEvent>()
    expectTypeOf<testing.TestKit>().toExtend<first.TestKit>()
  })

  it('accepts from plugins what 1.0 accepted', () => {
    expectTypeOf<first.Plugin>().toExtend<Strict<Plugin>>()
    expectTypeOf<first.UiPlugin>().toExtend<UiPlugin>()
    expectTypeOf<first.TestOptions>().toExtend<Parameters<typeof testing.createTestKit>[0]>()
  })

  it.each(['server', 'ui', 'testing'] as const)('has every name of %s', (entry) => {
    expect(nowNames[entry]).toEqual(expect.arrayContaining(firstNames[entry]))
  })

  it('has every field and value of manifests', () => {
    expect(firstFields.filter((field) => !fields.includes(field))).toEqual([])
    expect(firstFields.length).toBeGreaterThan(100)
  })

  it('reads a manifest of 1.0 that has only what it needed', () => {
    const least = {
      slug: 'least',
      name: 'Least',
      description: 'Has only what a manifest needs.',
      version: '1.0.0',
      author: 'Ada',
      kit: '^1.0',
      kinds: ['route'],
    }
    expect(SourceManifest.parse(least)).toMatchObject(least)
    const parts = {
      ...least,
      server: { file: 'server.js' },
      ui: { file: 'ui.js' },
      pages: [{ path: '', title: 'Page' }],
      settings: [{ name: 'a', type: 'input', title: 'A' }],
    }
    expect(SourceManifest.parse(parts)).toMatchObject(parts)
    expect(supportsKit('^1.0')).toBe(true)
  })
})

describe('CHANGELOG.md', () => {
  it('begins with the version of the kit, and ends with 1.0.0', () => {
    expect(versions[0]?.version).toBe(kitVersion)
    expect(versions.at(-1)?.version).toBe('1.0.0')
    expect(packageJson.version).toBe(kitVersion)
  })

  it('names everything that is new since 1.0', () => {
    const news = versions.slice(0, -1).flatMap(({ text }) => listCode(text))
    const added = [
      ...fields.filter((field) => !firstFields.includes(field)),
      ...(['server', 'ui', 'testing'] as const).flatMap((entry) =>
        nowNames[entry].filter((name) => !firstNames[entry].includes(name)),
      ),
    ]
    expect(added.length).toBeGreaterThan(0)
    expect(added.filter((name) => !news.includes(lastOf(name)))).toEqual([])
  })
})

/** `hosts` of `captcha.hosts`, and `form` of `server.connector.type=form`. */
const lastOf = (name: string) => name.split(/[.=]/).at(-1) ?? ''

/** The words in backticks. */
const listCode = (text: string) =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/[^\w-]+/))
