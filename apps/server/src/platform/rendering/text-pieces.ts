import type { RenderOptions } from '@stoa/markdown/render'
import type { Piece } from '@stoa/plugin-kit/rendering'
import { LRUCache } from 'lru-cache'
import { TooComplexError } from '../../kernel/errors.ts'
import {
  type PluginCaller,
  PluginFailure,
  PluginRejection,
  type Plugins,
  type TextPlugins,
} from '../../kernel/plugins.ts'
import type { RenderedText } from '../../kernel/services.ts'
import type { RenderQueue } from './render-queue.ts'

export type PluginCalls = Pick<Plugins, 'ofTexts'> & {
  /** Results are remembered: a text is previewed, checked and saved, sometimes within seconds. */
  show(slug: string, pieces: readonly Piece[]): Promise<readonly (string | null)[]>
}

type Services = { queue: RenderQueue; calls: PluginCalls; plugins: TextPlugins }

/** One call for each plugin that shows something of the text. */
export async function renderWithPlugins(
  { queue, calls, plugins }: Services,
  markdown: string,
  options: RenderOptions,
): Promise<RenderedText> {
  const { length } = markdown
  const { syntax } = plugins
  const { draft, ...rendered } = await queue.run({
    kind: 'draft',
    length,
    markdown,
    syntax,
    options,
  })
  if (draft.pieces.length === 0) return { ...rendered, isUnfinished: false }
  const { results, isUnfinished } = await showPieces(calls, plugins, draft.pieces)
  const sizes = results.map((result) => result?.length ?? 0)
  const task = { kind: 'complete', draft, results, siteUrl: options.siteUrl ?? '' } as const
  const total = sizes.reduce((sum, size) => sum + size, draft.html.length)
  try {
    return { ...rendered, isUnfinished, html: await queue.run({ ...task, length: total }) }
  } catch (error) {
    // Its sources are not too complex.
    if (error instanceof TooComplexError) return { ...rendered, isUnfinished }
    throw error
  }
}

async function showPieces(calls: PluginCalls, plugins: TextPlugins, pieces: readonly Piece[]) {
  const results = pieces.map((): string | null => null)
  const bySlug = Map.groupBy(pieces.keys(), (index) => {
    const piece = pieces[index]
    return piece === undefined ? null : plugins.slugOf(piece)
  })
  let isUnfinished = false
  const shown = [...bySlug].map(async ([slug, indexes]) => {
    if (slug === null) return
    try {
      const html = await calls.show(
        slug,
        indexes.flatMap((index) => pieces[index] ?? []),
      )
      indexes.forEach((index, at) => {
        results[index] = html[at] ?? null
      })
    } catch (error) {
      if (error instanceof PluginRejection) return
      if (!(error instanceof PluginFailure)) throw error
      isUnfinished = true
    }
  })
  await Promise.all(shown)
  return { results, isUnfinished }
}

const maxRememberedLength = 4_000_000

export function createPluginCalls(
  plugins: Pick<Plugins, 'ofTexts' | 'call' | 'fingerprint'>,
  caller: () => PluginCaller,
): PluginCalls {
  const remembered = new LRUCache<string, readonly (string | null)[]>({
    maxSize: maxRememberedLength,
    sizeCalculation: (results, key) =>
      results.reduce((sum, html) => sum + (html?.length ?? 0), key.length + 1),
  })
  return {
    ofTexts: plugins.ofTexts,
    async show(slug, pieces) {
      const key = JSON.stringify([slug, plugins.fingerprint(), pieces])
      const known = remembered.get(key)
      if (known !== undefined) return known
      const results = await plugins.call(slug, 'render', { pieces }, caller())
      remembered.set(key, results)
      return results
    },
  }
}
