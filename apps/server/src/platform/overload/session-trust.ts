import { createRecentEntries } from '../cache/recent-entries.ts'
import { networkOf } from '../../kernel/requests.ts'

const ttlMs = 10 * 60 * 1000

export type SessionTrust = ReturnType<typeof createSessionTrust>

/** Caches the results of recent session lookups, so that the priority of a request costs no database query. */
export function createSessionTrust() {
  const verifiedUsers = createRecentEntries<string>(20_000, ttlMs)
  const untrustedNetworks = createRecentEntries<true>(10_000, ttlMs)

  return {
    /** A valid session does not clear its network: others there may still forge sessions. */
    record(token: string, ip: string, userId: string | null) {
      if (userId !== null) {
        verifiedUsers.set(token, userId)
        return
      }
      verifiedUsers.delete(token)
      untrustedNetworks.set(networkOf(ip), true)
    },
    findVerifiedUser: (token: string) => verifiedUsers.get(token),
    /** Takes a function because reading the client's IP parses forwarding headers. */
    isUntrusted: (getIp: () => string) =>
      untrustedNetworks.size > 0 && untrustedNetworks.has(networkOf(getIp())),
  }
}
