import { listTags } from '@stoa/contract/features/tags'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import type { ListOption } from '../../../ui/listbox.tsx'

const debounceMs = 150
const maxMatches = 8

export type TagMatch = { id: string; slug: string; name: string; questions: number }

/** Tags whose name contains the query, most used first. */
export function useTagSearch(query: string): TagMatch[] {
  const api = useApi()
  const text = query.trim()
  const [matches, setMatches] = useState<TagMatch[]>([])
  useEffect(() => {
    const controller = new AbortController()
    async function search() {
      const input = { slug_name: text, page_size: maxMatches }
      const { list } = await api.call(listTags, input, { signal: controller.signal })
      setMatches(
        list.map((tag) => ({
          id: tag.tag_id,
          slug: tag.slug_name,
          name: tag.display_name,
          questions: tag.question_count,
        })),
      )
    }
    // Suggestions are optional: a failure shows none.
    const timer =
      text === '' ? 0 : setTimeout(() => void search().catch(() => setMatches([])), debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, text])
  return text === '' ? [] : matches
}

export function toTagOption(tag: TagMatch, count: (value: number) => string): ListOption {
  return { value: tag.slug, label: tag.name, end: count(tag.questions) }
}
