import type { SearchOrder } from '@stoa/contract/features/search'
import { withQuery } from '../../../kernel/paging.ts'

const defaultOrder: SearchOrder = 'relevance'

export function searchPath(q: string, order: SearchOrder = defaultOrder, page = 1): string {
  return withQuery('/search', {
    q,
    order: order === defaultOrder ? undefined : order,
    page: page > 1 ? page : undefined,
  })
}
