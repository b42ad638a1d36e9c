import { listOwnFlags, type OwnFlag } from '@stoa/contract/features/flags'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'

export type FlaggedObject = { id: string; kind: 'question' | 'answer' | 'comment' | 'user' }

/** The viewer's newest flag of the object; null for none, and until it is known. */
export function useOwnFlag({ id, kind }: FlaggedObject): OwnFlag | null {
  const api = useApi()
  const [flag, setFlag] = useState<OwnFlag | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const object = kind === 'user' ? { user_id: id } : { object_id: id }
    api.call(listOwnFlags, { ...object, page_size: 1 }, { signal: controller.signal }).then(
      ({ list }) => setFlag(list[0] ?? null),
      // Without it, the server still rejects a second flag.
      () => undefined,
    )
    return () => controller.abort()
  }, [api, id, kind])
  return flag
}
