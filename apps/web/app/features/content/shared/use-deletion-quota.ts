import { getDeletions } from '@stoa/contract/features/posts'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'

export type DeletionQuota = ResponseOf<typeof getDeletions>

/** How close the user is to the posting block. Null while loading and on failure. */
export function useDeletionQuota(postId?: string): DeletionQuota | null {
  const api = useApi()
  const [quota, setQuota] = useState<DeletionQuota | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const input = postId === undefined ? {} : { object_id: postId }
    api
      .call(getDeletions, input, { signal: controller.signal })
      // Only a hint: the server enforces the block.
      .then(setQuota, () => {})
    return () => controller.abort()
  }, [api, postId])
  return quota
}
