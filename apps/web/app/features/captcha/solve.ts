import type { ProofOfWork } from '@stoa/contract/features/captcha'
import { sha256 } from './sha256.ts'

/** How many numbers are tried before the page gets its turn. */
const batch = 2_000

/** Does the work of a challenge without holding the page up; the code that answers it. */
export async function solve(work: ProofOfWork, signal: AbortSignal): Promise<string> {
  const wanted = wordsOf(work.challenge)
  for (let number = 0; number <= work.maxnumber; number++) {
    if (number % batch === 0) {
      await pageTurn()
      signal.throwIfAborted()
    }
    const hash = sha256(`${work.salt}${number}`)
    if (hash[0] === wanted[0] && wanted.every((word, index) => word === hash[index]))
      return btoa(JSON.stringify({ ...work, number }))
  }
  throw new Error('the challenge has no answer')
}

function wordsOf(hex: string): Int32Array {
  const words = hex.match(/.{8}/g) ?? []
  return Int32Array.from(words, (word) => Number.parseInt(word, 16) | 0)
}

/** Lets the page paint and answer before work goes on. Timers would wait longer each time. */
function pageTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
