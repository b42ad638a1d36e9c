import { searchPeople } from '@stoa/contract/features/people'
import { useEffect, useState } from 'react'
import { useApi } from '../../kernel/api.ts'
import { useVisit } from '../../kernel/visit-context.tsx'
import type { Named } from './comment-data.ts'
import { matchingPeople } from './mention-text.ts'

const most = 5
const waitMs = 150

/** People whose name begins as typed: those of the page first, then those of the site. */
export function useMentions(query: string | null, onPage: readonly Named[]): Named[] {
  const api = useApi()
  const { viewer } = useVisit()
  const [found, setFound] = useState<{ query: string; list: Named[] }>({ query: '', list: [] })

  useEffect(() => {
    if (query === null || query === '') return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const input = { username: query, page_size: most }
      api.call(searchPeople, input, { signal: stop.signal }).then(
        (list) => setFound({ query, list }),
        // Without the others there are still those of the page.
        () => undefined,
      )
    }, waitMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, query])

  if (query === null) return []
  const others = onPage.filter(({ username }) => username !== viewer?.username)
  const near = matchingPeople(others, query, most)
  const far = found.query === query ? found.list : []
  const known = new Set(near.map(({ username }) => username))
  return [...near, ...far.filter(({ username }) => !known.has(username))].slice(0, most)
}
