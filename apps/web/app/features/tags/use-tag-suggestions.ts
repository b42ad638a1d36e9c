import { suggestTags } from '@stoa/contract/features/tags'
import { useEffect, useState } from 'react'
import { useApi } from '../../kernel/api.ts'

const pauseMs = 150

/** Tags that start with what was typed; nothing while the person is still typing. */
export function useTagSuggestions(query: string) {
  const api = useApi()
  const [options, setOptions] = useState<{ value: string; label: string }[]>([])
  useEffect(() => {
    const stop = new AbortController()
    async function suggest() {
      const tags = await api.call(suggestTags, { tag: query }, { signal: stop.signal })
      setOptions(tags.map((tag) => ({ value: tag.slug_name, label: tag.display_name })))
    }
    // Suggestions are a courtesy: without them the tag is typed to the end.
    const timer = setTimeout(() => void suggest().catch(() => setOptions([])), pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, query])
  return query.trim() === '' ? [] : options
}
