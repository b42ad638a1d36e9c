import { withQuery } from '../../../kernel/paging.ts'

export const badgesPath = '/badges'

export const adminBadgesPath = '/admin/badges'

export function editBadgePath(id: string): string {
  return `${adminBadgesPath}/${encodeURIComponent(id)}`
}

/** `username` shows only the awards of that user. */
export function badgePath(id: string, query: { username?: string; page?: number } = {}): string {
  const { username, page = 1 } = query
  return withQuery(`${badgesPath}/${encodeURIComponent(id)}`, {
    username,
    page: page > 1 ? page : undefined,
  })
}
