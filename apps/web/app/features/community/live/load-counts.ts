import { createClient, fetchTransport } from '@stoa/contract/client'
import { getNotificationStatus } from '@stoa/contract/features/notifications'
import type { NewCounts } from '../../../kernel/visit.ts'

const timeoutMs = 10_000

export async function loadCounts(): Promise<NewCounts> {
  const signal = AbortSignal.timeout(timeoutMs)
  const status = await createClient(fetchTransport('')).call(getNotificationStatus, {}, { signal })
  return {
    inbox: status.inbox,
    achievement: status.achievement,
    points: status.achievement_points,
    cases: status.revision,
  }
}
