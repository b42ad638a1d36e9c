import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource as Source,
} from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import type { CompletionSource } from './extension.ts'

const defaultWordCharacters = /[\p{L}\p{N}_.-]/u
const maxOptions = 8

const debounceMs = 150

export function createCompletion(sources: readonly CompletionSource[]): Extension {
  return autocompletion({
    override: sources.map(toSource),
    icons: false,
    activateOnTypingDelay: debounceMs,
    maxRenderedOptions: maxOptions,
    // Enter must still insert a new line for people who type faster than the list opens.
    interactionDelay: 120,
  })
}

function toSource(source: CompletionSource): Source {
  return async (context) => {
    const from = findStart(context, source)
    if (from === null) return null
    const query = context.state.sliceDoc(from + source.trigger.length, context.pos)
    const controller = new AbortController()
    context.addEventListener('abort', () => controller.abort(), { onDocChange: true })
    const suggestions = await findOrEmpty(source, query, controller.signal)
    return context.aborted || suggestions.length === 0 ? null : toResult(from, query, suggestions)
  }
}

/** Failed suggestions must not interrupt writing. */
async function findOrEmpty(source: CompletionSource, query: string, signal: AbortSignal) {
  try {
    return await source.find(query, signal)
  } catch (error) {
    if (!signal.aborted) console.warn(`suggestions for ${source.trigger} failed`, error)
    return []
  }
}

type Suggestions = Awaited<ReturnType<CompletionSource['find']>>

function toResult(from: number, query: string, suggestions: Suggestions): CompletionResult {
  return {
    from,
    filter: false,
    options: suggestions.slice(0, maxOptions).map(({ label, detail, insert }) => ({
      label,
      ...(detail === undefined ? {} : { detail }),
      apply: `${insert} `,
    })),
    getMatch: ({ label }) => {
      const at = label.toLocaleLowerCase().indexOf(query.toLocaleLowerCase())
      return query === '' || at === -1 ? [] : [at, at + query.length]
    },
  }
}

/** Position of the trigger, unless the cursor is in code or a URL. */
function findStart(
  context: CompletionContext,
  { trigger, wordCharacters }: CompletionSource,
): number | null {
  const { state, pos } = context
  const line = state.doc.lineAt(pos)
  const allowed = wordCharacters ?? defaultWordCharacters
  let start = pos
  while (start > line.from && allowed.test(state.sliceDoc(start - 1, start))) start--
  const from = start - trigger.length
  if (from < line.from || state.sliceDoc(from, start) !== trigger) return null
  const before = from > line.from ? state.sliceDoc(from - 1, from) : ''
  if (/[\p{L}\p{N}_/\\#@]/u.test(before)) return null
  // Inline code that is not closed yet.
  if (state.sliceDoc(line.from, from).split('`').length % 2 === 0) return null
  const node = syntaxTree(state).resolveInner(from, 1)
  return /Code|URL|HTML/.test(node.name) ? null : from
}
