import { LRUCache } from 'lru-cache'
import { networkOf } from '../network.ts'

const rememberedMs = 10 * 60 * 1000

/** What recent lookups told about sessions, so that priority can be decided without asking the database. */
export type SessionTrust = ReturnType<typeof makeSessionTrust>

export function makeSessionTrust() {
  const verifiedTokens = new LRUCache<string, true>({ max: 20_000, ttl: rememberedMs })
  const untrustedNetworks = new LRUCache<string, true>({ max: 10_000, ttl: rememberedMs })

  return {
    /** Records the result of a lookup. A valid session does not clear its network: others there may still forge. */
    note(token: string, address: string, exists: boolean) {
      if (exists) {
        verifiedTokens.set(token, true)
        return
      }
      verifiedTokens.delete(token)
      untrustedNetworks.set(networkOf(address), true)
    },
    isVerified: (token: string) => verifiedTokens.has(token),
    /** Takes a function: finding the client's address parses forwarding headers. */
    isUntrusted: (address: () => string) =>
      untrustedNetworks.size > 0 && untrustedNetworks.has(networkOf(address())),
  }
}
