import { type RenderedText, type Renderer, type TextOptions } from '../../kernel/services.ts'
import { openRenderQueue } from './render-queue.ts'
import { type PluginCalls, renderWithPlugins } from './text-pieces.ts'

type Options = { timeoutMs: number; calls: PluginCalls }

/** Markdown to HTML: short texts at once, long ones in a worker thread, and parts of texts by plugins. */
export function openRenderer({ timeoutMs, calls }: Options): Renderer {
  const queue = openRenderQueue({ timeoutMs })

  function pluginsFor(markdown: string, { usesPlugins = false }: TextOptions) {
    const plugins = usesPlugins ? calls.ofTexts() : null
    return plugins?.mayContain(markdown) === true ? plugins : null
  }

  return {
    isInline: (markdown, options) =>
      queue.isInline(markdown.length) && pluginsFor(markdown, options) === null,
    async render(markdown, { usesPlugins, ...options }): Promise<RenderedText> {
      const plugins = pluginsFor(markdown, { usesPlugins })
      if (plugins !== null)
        return await renderWithPlugins({ queue, calls, plugins }, markdown, options)
      const { length } = markdown
      const rendered = await queue.run({ kind: 'text', length, markdown, options })
      return { ...rendered, isUnfinished: false }
    },
    close: queue.close,
  }
}
