import { searchUsers } from '@stoa/contract/features/profiles'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useVisit } from '../../../kernel/visit-context.tsx'
import type { MentionableUser } from './comment-data.ts'
import { matchUsers } from './mention-text.ts'

const maxSuggestions = 5
const debounceMs = 150

/** Suggests users of the page first, then of the whole site. */
export function useMentions(
  query: string | null,
  pageUsers: readonly MentionableUser[],
): MentionableUser[] {
  const api = useApi()
  const { viewer } = useVisit()
  const [results, setResults] = useState<{ query: string; list: MentionableUser[] }>({
    query: '',
    list: [],
  })

  useEffect(() => {
    if (query === null || query === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const input = { username: query, page_size: maxSuggestions }
      api.call(searchUsers, input, { signal: controller.signal }).then(
        (list) => setResults({ query, list }),
        // On failure only the users of the page are suggested.
        () => undefined,
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, query])

  if (query === null) return []
  const candidates = pageUsers.filter(({ username }) => username !== viewer?.username)
  const fromPage = matchUsers(candidates, query, maxSuggestions)
  const fromSite = results.query === query ? results.list : []
  const shownNames = new Set(fromPage.map(({ username }) => username))
  return [...fromPage, ...fromSite.filter(({ username }) => !shownNames.has(username))].slice(
    0,
    maxSuggestions,
  )
}
