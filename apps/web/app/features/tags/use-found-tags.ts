import { listTags } from '@stoa/contract/features/tags'
import { useEffect, useState } from 'react'
import { useApi } from '../../kernel/api.ts'
import type { ListOption } from '../../ui/listbox.tsx'

const pauseMs = 150
const most = 8

export type FoundTag = { id: string; slug: string; name: string; questions: number }

/** Tags that have what was typed in their name, most used first; nothing before something was typed. */
export function useFoundTags(query: string): FoundTag[] {
  const api = useApi()
  const text = query.trim()
  const [found, setFound] = useState<FoundTag[]>([])
  useEffect(() => {
    const stop = new AbortController()
    async function find() {
      const input = { slug_name: text, page_size: most }
      const { list } = await api.call(listTags, input, { signal: stop.signal })
      setFound(
        list.map((tag) => ({
          id: tag.tag_id,
          slug: tag.slug_name,
          name: tag.display_name,
          questions: tag.question_count,
        })),
      )
    }
    // Not found is not broken: the name can be typed to the end.
    const timer = text === '' ? 0 : setTimeout(() => void find().catch(() => setFound([])), pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, text])
  return text === '' ? [] : found
}

export function toOption(tag: FoundTag, count: (value: number) => string): ListOption {
  return { value: tag.slug, label: tag.name, end: count(tag.questions) }
}
