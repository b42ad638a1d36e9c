// crypto.subtle needs HTTPS and one promise per hash, which is too slow for 100,000 hashes.
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { ProofOfWork } from '@stoa/contract/features/captcha'

/** Attempts between two yields to the event loop. */
const batchSize = 2_000
const encoder = new TextEncoder()

/** Solves a proof of work without blocking the page. Returns the captcha code. */
export async function solve(work: ProofOfWork, signal: AbortSignal): Promise<string> {
  const target = hexToBytes(work.challenge)
  for (let number = 0; number <= work.maxnumber; number++) {
    if (number % batchSize === 0) {
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    const hash = sha256(encoder.encode(`${work.salt}${number}`))
    if (hash[0] === target[0] && target.every((byte, index) => byte === hash[index]))
      return btoa(JSON.stringify({ ...work, number }))
  }
  throw new Error('captcha has no solution')
}

/** Not a timer: browsers throttle nested timers. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
