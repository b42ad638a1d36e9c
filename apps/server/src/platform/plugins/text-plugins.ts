import { patternOf, type Piece } from '@stoa/plugin-kit/rendering'
import type { TextPlugins } from '../../kernel/plugins.ts'
import type { StoredPlugin } from './installed-plugins.ts'

/** The first plugin that names a part of texts shows it. */
export function findTextPlugins(plugins: readonly StoredPlugin[]): TextPlugins | null {
  const enabled = plugins.flatMap(({ slug, folder, manifest: { server }, settings }) => {
    const { render } = server ?? {}
    return folder === null || render === undefined ? [] : [{ slug, settings, ...render }]
  })
  if (enabled.length === 0) return null
  const formulas = enabled.find((plugin) => plugin.formulas !== undefined)
  const fences = toOwners(enabled, ({ fences: languages }) => languages)
  const links = toOwners(enabled, ({ links: hosts }) => hosts)
  const isOn = (condition: boolean | string) =>
    typeof condition === 'boolean'
      ? condition
      : formulas?.settings[condition.slice('setting:'.length)] === true
  const syntax = {
    formulas: formulas?.formulas
      ? { dollars: isOn(formulas.formulas.dollars), brackets: isOn(formulas.formulas.brackets) }
      : null,
    fences: [...fences.keys()],
    links: [...links.keys()],
  }
  const pattern = new RegExp(patternOf(syntax), 'i')
  return {
    syntax,
    mayContain: (markdown) => pattern.test(markdown),
    slugOf(piece: Piece) {
      if (piece.kind === 'formula') return formulas?.slug ?? null
      if (piece.kind === 'fence') return fences.get(piece.language) ?? null
      return links.get(URL.parse(piece.url)?.host ?? '') ?? null
    },
  }
}

function toOwners<Plugin extends { slug: string }>(
  plugins: readonly Plugin[],
  namesOf: (plugin: Plugin) => readonly string[],
): Map<string, string> {
  const entries = plugins.flatMap((plugin) =>
    namesOf(plugin).map((name) => [name, plugin.slug] as const),
  )
  return new Map(entries.toReversed())
}
