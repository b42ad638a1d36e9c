import { createClient, fetchTransport } from '@stoa/contract/client'
import { getNotificationStatus } from '@stoa/contract/features/notifications'
import { type NewCounts, toNewCounts } from '../../../kernel/visit.ts'

const timeoutMs = 10_000

export async function loadCounts(): Promise<NewCounts> {
  const signal = AbortSignal.timeout(timeoutMs)
  const status = await createClient(fetchTransport('')).call(getNotificationStatus, {}, { signal })
  return toNewCounts(status)
}
