import type { Page } from '@stoa/contract/paging'
import { data } from 'react-router'

export function parsePageNumber(query: URLSearchParams): number {
  const text = query.get('page')
  if (text === null) return 1
  if (!/^[1-9]\d{0,5}$/.test(text)) throw data(null, { status: 404 })
  return Number(text)
}

/** Throws 404 for a page beyond the end. */
export function toListPage<List extends Page<unknown>>(result: List, page: number, size: number) {
  if (result.list.length === 0 && page > 1) throw data(null, { status: 404 })
  return { ...result, page, pages: Math.max(1, page, Math.ceil(result.count / size)) }
}

export function pickOption<Option extends string>(
  options: readonly [Option, ...Option[]],
  value: string | null,
): Option {
  return options.find((option) => option === value) ?? options[0]
}

export function withQuery(path: string, values: Record<string, string | number | undefined>) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
