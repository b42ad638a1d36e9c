import type { FileRequest, SignedRequest } from '@stoa/plugin-kit/file-store'
import { LRUCache } from 'lru-cache'
import { FileStoreError } from '../../kernel/errors.ts'

type Sign = (requests: readonly FileRequest[]) => Promise<SignedRequest[]>
type Waiting = {
  request: FileRequest
  resolve(signed: SignedRequest): void
  reject(error: unknown): void
}

const maxCallsAtOnce = 2
const maxWaiting = 5000
/** Signatures are valid for longer, so that none expires between its check here and its use. */
const signedForSeconds = 3600
const reusedForMs = (signedForSeconds / 2) * 1000
const maxReused = 5000

/**
 * Signs the requests that wait together with one call of the plugin: only some calls can run or wait at once. Remembers those that
 * read files.
 */
export function createSigner(sign: Sign, maxAtOnce: number) {
  const reused = new LRUCache<string, SignedRequest>({ max: maxReused, ttl: reusedForMs })
  const waiting: Waiting[] = []
  let calls = 0

  async function signNext() {
    calls++
    const batch = waiting.splice(0, maxAtOnce)
    try {
      const signed = await sign(batch.map(({ request }) => request))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const one = signed[index]
        if (one === undefined) reject(new FileStoreError('The plugin did not sign all requests.'))
        else resolve(one)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      calls--
      start()
    }
  }

  function start() {
    while (calls < maxCallsAtOnce && waiting.length > 0) void signNext()
  }

  return async (request: Omit<FileRequest, 'expiresInSeconds'>): Promise<SignedRequest> => {
    const remembered = request.operation === 'get' ? reused.get(request.key) : undefined
    if (remembered !== undefined) return remembered
    if (waiting.length >= maxWaiting) throw new FileStoreError('Too many requests wait.')
    const signed = await new Promise<SignedRequest>((resolve, reject) => {
      waiting.push({ request: { ...request, expiresInSeconds: signedForSeconds }, resolve, reject })
      // Requests of the same moment go into the same call.
      setImmediate(start)
    })
    if (request.operation === 'get') reused.set(request.key, signed)
    return signed
  }
}
