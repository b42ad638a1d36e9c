import type { SourceManifest } from '../manifest.ts'
import type { z } from 'zod'
import type { Plugin } from '../server.ts'

type Manifest = z.output<typeof SourceManifest>

/** What the site calls, by its name in the code, and whether the code has it. */
function listNamed({ server, pages }: Manifest, plugin: Plugin): (readonly [string, unknown])[] {
  if (server === undefined) return []
  const { connector } = plugin
  return [
    ...(server.review ? [['review', plugin.review] as const] : []),
    ...(server.captcha ? [['verifyCaptcha', plugin.verifyCaptcha] as const] : []),
    ...(server.connector?.type === 'form' ? [['connector.check', connector?.check] as const] : []),
    ...(server.connector?.type === 'redirect'
      ? [
          ['connector.start', connector?.start] as const,
          ['connector.finish', connector?.finish] as const,
        ]
      : []),
    ...(pages.length > 0 ? [['page', plugin.page] as const] : []),
    ...server.slots.map((name) => [`slots['${name}']`, plugin.slots?.[name]] as const),
    ...server.events.map((name) => [`events['${name}']`, plugin.events?.[name]] as const),
    ...server.functions.map(({ name }) => [`functions.${name}`, plugin.functions?.[name]] as const),
    ...server.actions.map((name) => [`actions.${name}`, plugin.actions?.[name]] as const),
    ...server.jobs.map(({ name }) => [`jobs.${name}`, plugin.jobs?.[name]] as const),
  ]
}

/** The names that the code has. `checkSettings` needs no name in the manifest. */
function listCode(plugin: Plugin): string[] {
  const { slots, events, functions, actions, jobs, connector } = plugin
  const parts = (['review', 'verifyCaptcha', 'page'] as const).filter((name) => name in plugin)
  return [
    ...parts,
    ...Object.keys(connector ?? {}).map((name) => `connector.${name}`),
    ...Object.keys(slots ?? {}).map((name) => `slots['${name}']`),
    ...Object.keys(events ?? {}).map((name) => `events['${name}']`),
    ...Object.keys(functions ?? {}).map((name) => `functions.${name}`),
    ...Object.keys(actions ?? {}).map((name) => `actions.${name}`),
    ...Object.keys(jobs ?? {}).map((name) => `jobs.${name}`),
  ]
}

export function checkHasAllNamed(manifest: Manifest, plugin: Plugin) {
  const missing = listNamed(manifest, plugin).filter(([, code]) => typeof code !== 'function')
  if (missing.length > 0)
    throw new Error(`The server code has no ${missing.map(([name]) => name).join(', ')}.`)
}

export function checkNamesAll(manifest: Manifest, plugin: Plugin) {
  const named = new Set(listNamed(manifest, plugin).map(([name]) => name))
  const unnamed = listCode(plugin).filter((name) => !named.has(name))
  if (unnamed.length > 0)
    throw new Error(`The manifest does not name ${unnamed.join(', ')}, so it is never called.`)
}

/** A translation has no other keys and no other values than English. */
export function checkTranslations({ messages }: Manifest) {
  const english = messages['en_US'] ?? messages['en'] ?? {}
  const problems = Object.entries(messages).flatMap(([language, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => {
      const original = english[key]
      if (original === undefined) return [`${key} of ${language} is not in English`]
      const unknown = valuesOf(text).filter((value) => !valuesOf(original).includes(value))
      return unknown.map((value) => `${key} of ${language} has {${value}}, and English has not`)
    }),
  )
  if (problems.length > 0) throw new Error(`${problems.join('; ')}.`)
}

const valuesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
