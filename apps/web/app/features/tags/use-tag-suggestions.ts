import type { ReplyOf } from '@stoa/contract/endpoint'
import { suggestTags } from '@stoa/contract/features/tags'
import { useEffect, useState } from 'react'
import { useApi } from '../../kernel/api.ts'

type Suggested = ReplyOf<typeof suggestTags>[number]

const pauseMs = 150

/** Tags that start with what was typed, and with what that was. */
export function useTagSuggestions(query: string) {
  const api = useApi()
  const [found, setFound] = useState<{ tags: Suggested[]; of: string }>({ tags: [], of: '' })
  useEffect(() => {
    if (query.trim() === '') return
    const stop = new AbortController()
    async function suggest() {
      const tags = await api.call(suggestTags, { tag: query }, { signal: stop.signal })
      setFound({ tags, of: query })
    }
    // Suggestions are a courtesy: without them the tag is typed to the end.
    const timer = setTimeout(() => void suggest().catch(() => {}), pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, query])
  return found
}
