import type { FileRequest } from '@stoa/plugin-kit/file-store'
import { type Kit, type KitResponse, Rejection } from '@stoa/plugin-kit/server'
import { createHash, randomBytes } from 'node:crypto'
import { type Bucket, sign } from './signing.ts'

/** Writes, reads and deletes a file, and tries what must not be possible. */
export async function testBucket(bucket: Bucket, kit: Kit): Promise<string> {
  if (bucket.url === '' || bucket.secretAccessKey === '')
    throw new Rejection('Save the settings first.')
  const key = `test-${randomBytes(8).toString('hex')}`
  const body = `Written by ${kit.site.name}.`
  const sha256 = createHash('sha256').update(body).digest('hex')
  const send = async (operation: FileRequest['operation'], content = '') => {
    const hash = operation === 'put' ? sha256 : ''
    const signed = await sign(bucket, { operation, key, sha256: hash, expiresInSeconds: 60 })
    return await fetchFrom(kit, signed.url, { ...signed, body: content })
  }
  await expectStatus('A file could not be written', [200], send('put', body))
  try {
    const found = await expectStatus('A file could not be read', [200], send('get'))
    if (found.body !== body) throw new Rejection('A file had another content when it was read.')
    const again = await send('put', body)
    if (again.status !== 412)
      throw new Rejection(
        `The server replaces a file that exists (${again.status}). It must support If-None-Match.`,
      )
    const url = `${bucket.url}/${bucket.prefix}${key}`
    const anonymous = await fetchFrom(kit, url, { method: 'GET', headers: {}, body: '' })
    if (anonymous.status < 400)
      throw new Rejection(
        'Everybody can read files of this bucket. Turn public access off: the site decides who may see a file.',
      )
  } finally {
    await expectStatus('A file could not be deleted', [200, 204], send('delete'))
  }
  await expectStatus('A missing file is not reported as missing', [404], send('get'))
  return 'Works: a file was written, read and deleted, and only this site can read it.'
}

async function fetchFrom(kit: Kit, url: string, options: Parameters<Kit['fetch']>[1]) {
  try {
    return await kit.fetch(url, options)
  } catch {
    throw new Rejection('The server does not respond. Check the endpoint.')
  }
}

async function expectStatus(
  failure: string,
  statuses: readonly number[],
  sending: Promise<KitResponse>,
): Promise<KitResponse> {
  const response = await sending
  if (statuses.includes(response.status)) return response
  const code = /<Code>(\w{1,60})<\/Code>/.exec(response.body)?.[1]
  const reason = code === undefined ? '' : ` ${code}`
  const hint = code === undefined ? '' : (hints[code] ?? '')
  throw new Rejection(`${failure}: the server responded with ${response.status}${reason}.${hint}`)
}

const hints: Readonly<Record<string, string>> = {
  AccessDenied: ' The key must be allowed to get, put and delete objects, and to list the bucket.',
  InvalidAccessKeyId: ' Check the access key ID.',
  NoSuchBucket: ' Check the name of the bucket.',
  SignatureDoesNotMatch: ' Check the secret access key.',
  AuthorizationHeaderMalformed: ' Check the region.',
}
