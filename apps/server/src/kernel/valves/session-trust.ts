import { LRUCache } from 'lru-cache'
import { networkOf } from '../network.ts'

const rememberedMs = 10 * 60 * 1000

/** What recent lookups told about sessions, so that priority can be decided without asking the database. */
export type SessionTrust = ReturnType<typeof makeSessionTrust>

export function makeSessionTrust() {
  const verifiedUsers = new LRUCache<string, string>({ max: 20_000, ttl: rememberedMs })
  const untrustedNetworks = new LRUCache<string, true>({ max: 10_000, ttl: rememberedMs })

  return {
    /** Records the result of a lookup. A valid session does not clear its network: others there may still forge. */
    note(token: string, address: string, userId: string | null) {
      if (userId !== null) {
        verifiedUsers.set(token, userId)
        return
      }
      verifiedUsers.delete(token)
      untrustedNetworks.set(networkOf(address), true)
    },
    /** Whose session it is; undefined when it was not looked up recently. */
    verifiedUser: (token: string) => verifiedUsers.get(token),
    /** Takes a function: finding the client's address parses forwarding headers. */
    isUntrusted: (address: () => string) =>
      untrustedNetworks.size > 0 && untrustedNetworks.has(networkOf(address())),
  }
}
