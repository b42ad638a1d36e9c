import type { ResponseOf } from '@stoa/contract/endpoint'
import { suggestTags } from '@stoa/contract/features/tags'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'

type SuggestedTag = ResponseOf<typeof suggestTags>[number]

const debounceMs = 150

/** Tags that start with `query`; the result names the query it belongs to. */
export function useTagSuggestions(query: string) {
  const api = useApi()
  const [suggestions, setSuggestions] = useState<{ tags: SuggestedTag[]; query: string }>({
    tags: [],
    query: '',
  })
  useEffect(() => {
    if (query.trim() === '') return
    const controller = new AbortController()
    async function suggest() {
      const tags = await api.call(suggestTags, { tag: query }, { signal: controller.signal })
      setSuggestions({ tags, query })
    }
    // Suggestions are optional: failures are ignored.
    const timer = setTimeout(() => void suggest().catch(() => {}), debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, query])
  return suggestions
}
