import type { FileRequest, SignedRequest } from '@stoa/plugin-kit/file-store'
import { createHash } from 'node:crypto'
import { FileStoreError } from '../../kernel/errors.ts'
import { currentScope } from '../../kernel/request-scope.ts'
import type { FileStore } from '../../kernel/services.ts'
import { assertKey } from './keys.ts'
import { readErrorCode, type StoreRequests, type StoreResponse } from './store-requests.ts'

type Sign = (request: Omit<FileRequest, 'expiresInSeconds'>) => Promise<SignedRequest>

const written = new Set([200, 201, 204])
const removed = new Set([200, 202, 204])
/** Other codes, such as that of a missing bucket, also have the status 404. */
const missingCodes = new Set(['', 'NoSuchKey'])

/** Files on another server: a plugin signs the requests, and this process sends them. */
export function createPluginStore(sign: Sign, requests: StoreRequests): FileStore {
  async function send(operation: FileRequest['operation'], key: string, body?: Uint8Array) {
    assertKey(key)
    const sha256 = body === undefined ? '' : createHash('sha256').update(body).digest('hex')
    return await releasePermit(async () => {
      const signed = await sign({ operation, key, sha256 })
      return await requests.send(signed, body ?? null)
    })
  }

  const read: FileStore['read'] = async (key) => {
    const response = await send('get', key)
    if (response.status !== 200) return await expectMissing(response)
    return { size: sizeOf(response), stream: response.message }
  }

  return {
    async put(key, content) {
      const response = await send('put', key, content)
      const { status, isRepeated } = response
      if (!written.has(status) && status !== 412) throw await toError(response)
      // The response of the first attempt may have been lost.
      return finish(response, status === 412 && !isRepeated ? 'exists' : 'written')
    },
    async find(key) {
      const response = await send('head', key)
      if (response.status === 200) return finish(response, { size: sizeOf(response) })
      if (response.status !== 404) throw await toError(response)
      // A response to HEAD does not say what is missing: the file, or the bucket.
      const found = await read(key)
      found?.stream.destroy()
      return found
    },
    read,
    async remove(key) {
      const response = await send('delete', key)
      if (!removed.has(response.status)) return void (await expectMissing(response))
      finish(response, null)
    },
  }
}

async function expectMissing(response: StoreResponse): Promise<null> {
  const code = await readErrorCode(response)
  if (response.status === 404 && missingCodes.has(code)) return null
  throw describe(response, code)
}

async function toError(response: StoreResponse): Promise<FileStoreError> {
  return describe(response, await readErrorCode(response))
}

function describe({ status }: StoreResponse, code: string): FileStoreError {
  return new FileStoreError(`It responded with ${`${status} ${code}`.trim()}.`)
}

/** The connection is used again once the body is read. */
function finish<T>({ message }: StoreResponse, result: T): T {
  message.resume()
  return result
}

function sizeOf({ message }: StoreResponse): number {
  const size = Number(message.headers['content-length'])
  if (Number.isSafeInteger(size) && size >= 0) return size
  message.destroy()
  throw new FileStoreError('It did not say how large the file is.')
}

/** A slow store must not keep other requests of the site waiting. */
async function releasePermit<T>(work: () => Promise<T>): Promise<T> {
  const scope = currentScope()
  return scope?.withoutPermit === undefined ? await work() : await scope.withoutPermit(work)
}
