import { ApiError } from '@stoa/contract/client'
import type { Endpoint } from '@stoa/contract/endpoint'
import type { TestSite } from '../site.ts'
import type { Caller } from './actors.ts'

class Rollback extends Error {}

/**
 * Calls endpoints and rolls every transaction back after its work, so that the same objects serve all calls. Returns "ok"
 * or the reason of the rejection.
 */
export function createProbe(site: TestSite) {
  const { database } = site.ctx
  const { transaction } = database
  let isDone = false
  return async (caller: Caller, endpoint: Endpoint, input: object): Promise<string> => {
    isDone = false
    database.transaction = (work) =>
      transaction(async (db) => {
        await work(db)
        isDone = true
        throw new Rollback('rolled back')
      })
    try {
      await site.as(caller.token).call(endpoint, input as never)
      return 'ok'
    } catch (error) {
      if (isDone) return 'ok'
      if (!(error instanceof ApiError) || error.envelope.status >= 500) throw error
      return error.envelope.reason
    } finally {
      database.transaction = transaction
    }
  }
}
