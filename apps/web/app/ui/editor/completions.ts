import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource as Source,
} from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import type { CompletionSource } from './extension.ts'

const usualLetters = /[\p{L}\p{N}_.-]/u
const mostShown = 8

/** Time without a key before anybody is asked. */
const pause = 150

export function completing(sources: readonly CompletionSource[]): Extension {
  return autocompletion({
    override: sources.map(toSource),
    icons: false,
    activateOnTypingDelay: pause,
    maxRenderedOptions: mostShown,
    // Enter must go on meaning a new line for people who type faster than the list opens.
    interactionDelay: 120,
  })
}

function toSource(source: CompletionSource): Source {
  return async (context) => {
    const from = findStart(context, source)
    if (from === null) return null
    const query = context.state.sliceDoc(from + source.sign.length, context.pos)
    const stop = new AbortController()
    context.addEventListener('abort', () => stop.abort(), { onDocChange: true })
    const found = await findQuietly(source, query, stop.signal)
    return context.aborted || found.length === 0 ? null : toResult(from, query, found)
  }
}

/** A list that does not come is no reason to disturb someone who writes. */
async function findQuietly(source: CompletionSource, query: string, signal: AbortSignal) {
  try {
    return await source.find(query, signal)
  } catch (error) {
    if (!signal.aborted) console.warn(`nothing to offer after ${source.sign}`, error)
    return []
  }
}

type Found = Awaited<ReturnType<CompletionSource['find']>>

function toResult(from: number, query: string, found: Found): CompletionResult {
  return {
    from,
    filter: false,
    options: found.slice(0, mostShown).map(({ label, detail, insert }) => ({
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

/** Where the sign stands, if the cursor is in a word after it and not in code or an address. */
function findStart(context: CompletionContext, { sign, letters }: CompletionSource): number | null {
  const { state, pos } = context
  const line = state.doc.lineAt(pos)
  const allowed = letters ?? usualLetters
  let start = pos
  while (start > line.from && allowed.test(state.sliceDoc(start - 1, start))) start--
  const from = start - sign.length
  if (from < line.from || state.sliceDoc(from, start) !== sign) return null
  const before = from > line.from ? state.sliceDoc(from - 1, from) : ''
  if (/[\p{L}\p{N}_/\\#@]/u.test(before)) return null
  // Inline code is code before its second backtick is there.
  if (state.sliceDoc(line.from, from).split('`').length % 2 === 0) return null
  const node = syntaxTree(state).resolveInner(from, 1)
  return /Code|URL|HTML/.test(node.name) ? null : from
}
