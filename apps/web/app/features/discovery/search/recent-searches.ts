import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useVisit } from '../../../kernel/visit-context.tsx'

const maxSearches = 8

/** Includes the user's id: users who share a browser do not share searches. */
export function toRecentKey(userId: string | undefined): string {
  return `searches:${userId ?? ''}`
}

export function readRecentSearches(key: string): string[] {
  return parseSearches(readStored(key))
}

/** Moves the search to the front. */
export function rememberSearch(key: string, text: string) {
  store(key, [text, ...without(readRecentSearches(key), text)].slice(0, maxSearches))
}

export function forgetSearch(key: string, text: string) {
  store(key, without(readRecentSearches(key), text))
}

/** Searches of this browser, newest first; none on the server. */
export function useRecentSearches() {
  const key = useRecentKey()
  const stored = useSyncExternalStore(
    subscribe,
    useCallback(() => readStored(key), [key]),
    () => null,
  )
  return {
    searches: parseSearches(stored),
    forget: (text: string) => forgetSearch(key, text),
    forgetAll: () => store(key, []),
  }
}

/** Remembers a search that was made. */
export function useRememberSearch(text: string) {
  const key = useRecentKey()
  useEffect(() => {
    if (text !== '') rememberSearch(key, text)
  }, [key, text])
}

function useRecentKey(): string {
  const { viewer } = useVisit()
  return toRecentKey(viewer?.id)
}

const without = (searches: string[], text: string) => searches.filter((other) => other !== text)

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function store(key: string, searches: string[]) {
  try {
    if (searches.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(searches))
  } catch {
    // Storage is disabled or full; recent searches are optional.
  }
  for (const listener of listeners) listener()
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parseSearches(stored: string | null): string[] {
  if (stored === null) return []
  try {
    const value: unknown = JSON.parse(stored)
    return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}
