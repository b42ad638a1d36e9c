import type { RenderManifest } from './manifest.ts'

/** A part of a text that a plugin shows. */
export type Piece =
  | {
      readonly kind: 'formula'
      /** TeX without delimiters. */
      readonly source: string
      /** On a line of its own. Other formulas are in the middle of a sentence. */
      readonly isDisplay: boolean
    }
  | { readonly kind: 'fence'; readonly language: string; readonly source: string }
  /** The URL of a link that is the only text of a paragraph. */
  | { readonly kind: 'link'; readonly url: string }

/** What plugins show, as the parser of texts knows it. */
export type PieceSyntax = {
  /** `$$…$$` is a formula unless this is null. */
  readonly formulas: { readonly dollars: boolean; readonly brackets: boolean } | null
  /** Languages of fenced code, in lowercase. */
  readonly fences: readonly string[]
  /** Hosts of links. */
  readonly links: readonly string[]
}

/** Of all that a plugin may show, whatever its settings are. */
export function widestSyntax({ formulas, fences, links }: RenderManifest): PieceSyntax {
  return { formulas: formulas ? { dollars: true, brackets: true } : null, fences, links }
}

const quote = (text: string) => text.replaceAll(/[.+#]/g, '[$&]')

/** A regular expression for JavaScript and PostgreSQL, to be matched without case. */
export function patternOf({ formulas, fences, links }: PieceSyntax): string {
  const delimiters = [
    ...(formulas?.dollars ? ['[$]'] : ['[$][$]']),
    ...(formulas?.brackets ? ['[\\\\][[(]'] : []),
  ]
  const patterns = [
    ...(formulas === null ? [] : delimiters),
    ...(fences.length === 0 ? [] : [`(?:\`\`\`|~~~)[ \\t]*(?:${fences.map(quote).join('|')})`]),
    ...links.map((host) => `//${quote(host)}`),
  ]
  return patterns.length === 0 ? '(?!)' : patterns.join('|')
}
