import type { SearchItem, SearchOrder } from '@stoa/contract/features/search'

/** The question if it is among the results, or else its first answer; then its other answers. */
export type ResultGroup = { head: SearchItem; answers: SearchItem[] }

/** Puts answers under their question. By relevance all of a page, otherwise only neighbors: time and score must not jump. */
export function groupResults(list: readonly SearchItem[], order: SearchOrder): ResultGroup[] {
  const groups: SearchItem[][] = []
  for (const item of list) {
    const candidates = order === 'relevance' ? groups : groups.slice(-1)
    const group = candidates.find((items) => questionIdOf(items[0]) === questionIdOf(item))
    if (group === undefined) groups.push([item])
    else group.push(item)
  }
  return groups.flatMap((items) => {
    const head = items.find((item) => item.object_type === 'question') ?? items[0]
    return head === undefined ? [] : { head, answers: items.filter((item) => item !== head) }
  })
}

const questionIdOf = (item: SearchItem | undefined) => item?.object.question_id
