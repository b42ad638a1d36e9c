import { getDeletions } from '@stoa/contract/features/posts'
import type { ReplyOf } from '@stoa/contract/endpoint'
import { useEffect, useState } from 'react'
import { useApi } from '../../kernel/api.ts'

export type Deletions = ReplyOf<typeof getDeletions>

/** How near the reader is to the deletion block. Null until it is loaded, and where the site cannot be reached. */
export function useDeletions(postId?: string): Deletions | null {
  const api = useApi()
  const [deletions, setDeletions] = useState<Deletions | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const input = postId === undefined ? {} : { object_id: postId }
    api
      .call(getDeletions, input, { signal: stop.signal })
      // Only a hint: the server refuses what is blocked, and says why.
      .then(setDeletions, () => {})
    return () => stop.abort()
  }, [api, postId])
  return deletions
}
