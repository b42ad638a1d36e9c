export type Stream = {
  readonly userId: string
  readonly follows: readonly string[]
  send(id: string, changes: readonly string[]): void
}

/** The open streams by what they follow, oldest first. */
export function createStreamIndex<S extends Stream>() {
  const all = new Set<S>()
  const byKey = new Map<string, Set<S>>()
  return {
    all,
    listFollowers: (key: string): readonly S[] => [...(byKey.get(key) ?? [])],
    add(stream: S) {
      all.add(stream)
      for (const key of stream.follows) byKey.set(key, (byKey.get(key) ?? new Set()).add(stream))
    },
    remove(stream: S) {
      all.delete(stream)
      for (const key of stream.follows) {
        const found = byKey.get(key)
        found?.delete(stream)
        if (found?.size === 0) byKey.delete(key)
      }
    },
  }
}
