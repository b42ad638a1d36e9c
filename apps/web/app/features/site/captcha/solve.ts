import type { ProofOfWork } from '@stoa/contract/features/captcha'
import { sha256 } from './sha256.ts'

/** Attempts between two yields to the event loop. */
const batchSize = 2_000

/** Solves a proof of work without blocking the page. Returns the captcha code. */
export async function solve(work: ProofOfWork, signal: AbortSignal): Promise<string> {
  const target = toWords(work.challenge)
  for (let number = 0; number <= work.maxnumber; number++) {
    if (number % batchSize === 0) {
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    const hash = sha256(`${work.salt}${number}`)
    if (hash[0] === target[0] && target.every((word, index) => word === hash[index]))
      return btoa(JSON.stringify({ ...work, number }))
  }
  throw new Error('captcha has no solution')
}

function toWords(hex: string): Int32Array {
  const words = hex.match(/.{8}/g) ?? []
  return Int32Array.from(words, (word) => Number.parseInt(word, 16) | 0)
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
