import type { Page } from '@stoa/contract/paging'
import { data } from 'react-router'

/** The page an address asks for; what is no page number is no page. */
export function pageNumber(query: URLSearchParams): number {
  const text = query.get('page')
  if (text === null) return 1
  if (!/^[1-9]\d{0,5}$/.test(text)) throw data(null, { status: 404 })
  return Number(text)
}

/** A page of a list and how many there are; one beyond the end does not exist. */
export function pageOfList<List extends Page<unknown>>(found: List, page: number, size: number) {
  if (found.list.length === 0 && page > 1) throw data(null, { status: 404 })
  return { ...found, page, pages: Math.max(1, page, Math.ceil(found.count / size)) }
}

/** The one of a few words that an address names, or the usual one. */
export function chosenFrom<Word extends string>(
  words: readonly [Word, ...Word[]],
  text: string | null,
): Word {
  return words.find((word) => word === text) ?? words[0]
}

/** A path with what is set of a query. */
export function withQuery(path: string, values: Record<string, string | number | undefined>) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
