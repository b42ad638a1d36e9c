import { LRUCache } from 'lru-cache'

/** Keeps the entries used last. With `max`, lists of that length would be allocated at the start: half a megabyte each. */
export function createRecentEntries<Value extends {}>(count: number, ttl?: number) {
  return new LRUCache<string, Value>({
    maxSize: count,
    sizeCalculation: () => 1,
    ...(ttl === undefined ? {} : { ttl }),
  })
}
