import type { PluginValues } from '@stoa/contract/plugin-fields'
import type { FileRequest, SignedRequest } from '@stoa/plugin-kit/file-store'
import { AwsV4Signer } from 'aws4fetch'

export type Bucket = {
  /** Without a slash at the end. */
  url: string
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export function readBucket(settings: PluginValues): Bucket {
  const text = (name: string) => String(settings[name] ?? '').trim()
  const endpoint = text('endpoint').replace(/\/+$/, '')
  return {
    url: settings['path_style'] === true ? `${endpoint}/${text('bucket')}` : endpoint,
    prefix: text('prefix'),
    region: text('region'),
    accessKeyId: text('access_key'),
    secretAccessKey: text('secret_key'),
  }
}

const methods = { put: 'PUT', get: 'GET', head: 'HEAD', delete: 'DELETE' } as const
/** SHA-256 of nothing. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** The signature of a read is in the URL, which can be used until it expires; others have it in a header. */
export async function sign(bucket: Bucket, request: FileRequest): Promise<SignedRequest> {
  const { operation, key, sha256, expiresInSeconds } = request
  const url = new URL(`${bucket.url}/${bucket.prefix}${key}`)
  if (operation === 'get') url.searchParams.set('X-Amz-Expires', String(expiresInSeconds))
  const { accessKeyId, secretAccessKey, region } = bucket
  const signer = new AwsV4Signer({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    url: url.href,
    method: methods[operation],
    headers: operation === 'get' ? {} : headersOf(operation, sha256),
    signQuery: operation === 'get',
  })
  const signed = await signer.sign()
  const headers = Object.fromEntries(signed.headers)
  return { url: signed.url.href, method: methods[operation], headers }
}

/** A key is written once: a second attempt must not replace the file. */
function headersOf(
  operation: Exclude<FileRequest['operation'], 'get'>,
  sha256: string,
): Record<string, string> {
  if (operation !== 'put') return { 'x-amz-content-sha256': emptySha256 }
  return { 'x-amz-content-sha256': sha256, 'if-none-match': '*' }
}
