import type { SearchOrder } from '@stoa/contract/features/search'
import { withQuery } from '../../kernel/paging.ts'

const usual: SearchOrder = 'relevance'

/** The address of one page of what a search finds. */
export function searchPath(q: string, order: SearchOrder = usual, page = 1): string {
  return withQuery('/search', {
    q,
    order: order === usual ? undefined : order,
    page: page > 1 ? page : undefined,
  })
}
