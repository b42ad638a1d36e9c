import { renderText } from '@stoa/contract/features/posts'
import { useMemo } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useVisit } from '../../../kernel/visit-context.tsx'
import type { EditorOptions } from '../../../ui/editor/extension.ts'

/** While the author types, the former preview stays. */
const typingMs = 600

/** Previews of texts of which plugins show a part. Null on sites without such plugins. */
export function useServerPreview(): EditorOptions['renderOnServer'] | null {
  const { plugins } = useVisit()
  const api = useApi()
  return useMemo(() => {
    const patterns = plugins?.flatMap(({ texts }) => texts ?? []) ?? []
    if (patterns.length === 0) return null
    const pattern = new RegExp(patterns.join('|'), 'i')
    return async (content, signal) => {
      if (!pattern.test(content)) return null
      await new Promise((resolve) => setTimeout(resolve, typingMs))
      if (signal.aborted) return null
      return await api.call(renderText, { content }).catch(() => null)
    }
  }, [plugins, api])
}
