import type { PluginValues } from '@stoa/contract/plugin-fields'
import { createTestKit } from '@stoa/plugin-kit/testing'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3, s3StartMs, startS3 } from '../../../scripts/services/s3.ts'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'
import { findSettingProblems } from './settings.ts'

const settings: PluginValues = {
  endpoint: 'https://s3.eu-central-1.amazonaws.com',
  region: 'eu-central-1',
  bucket: 'stoa-files',
  prefix: '',
  access_key: 'key',
  secret_key: 'secret',
  path_style: true,
}

describe('settings', () => {
  it.each<[PluginValues, string[]]>([
    [{}, []],
    [{ prefix: 'stoa/files/' }, []],
    [{ endpoint: 'http://127.0.0.1:9000/' }, []],
    [{ path_style: false, endpoint: 'https://stoa-files.s3.example.com' }, []],
    [{ path_style: false }, ['endpoint']],
    [{ endpoint: 's3.example.com' }, ['endpoint']],
    [{ endpoint: 'ftp://s3.example.com' }, ['endpoint']],
    [{ endpoint: 'https://s3.example.com/stoa-files' }, ['endpoint']],
    [{ endpoint: 'https://key@s3.example.com' }, ['endpoint']],
    [{ bucket: 'a/../b' }, ['bucket']],
    [{ bucket: '' }, ['bucket']],
    [{ region: 'EU central' }, ['region']],
    [{ prefix: 'stoa' }, ['prefix']],
    [{ prefix: '../other/' }, ['prefix']],
    [{ prefix: '/' }, ['prefix']],
  ])('%o have problems: %o', (values, expected) => {
    expect(Object.keys(findSettingProblems({ ...settings, ...values }))).toEqual(expected)
  })
})

describe('requests', () => {
  let s3: S3
  beforeAll(async () => {
    s3 = await startS3()
  }, s3StartMs)
  afterAll(() => s3.remove())

  async function send(
    operation: 'put' | 'get' | 'head' | 'delete',
    body = '',
    prefix = 'a-b/c_d/',
  ) {
    const { accessKey: access_key, secretKey: secret_key } = s3
    const own = { endpoint: s3.url, region: 'us-east-1', access_key, secret_key, prefix }
    const kit = createTestKit({ manifest, settings: { ...settings, ...own } })
    const sha256 = operation === 'put' ? createHash('sha256').update('content').digest('hex') : ''
    const request = { operation, key: 'files/post/a_b-c.zip', sha256, expiresInSeconds: 60 }
    const signed = await plugin.fileStore!.sign(request, kit)
    const options = { method: signed.method, headers: signed.headers }
    return await fetch(signed.url, operation === 'put' ? { ...options, body } : options)
  }

  it('are accepted by a server that checks signatures', async () => {
    expect((await send('head')).status).toBe(404)
    expect((await send('put', 'content')).status).toBe(200)
    expect((await send('put', 'content')).status).toBe(412)
    expect(await (await send('get')).text()).toBe('content')
    expect((await send('head')).headers.get('content-length')).toBe('7')
    expect((await send('get', '', '')).status).toBe(404)
    expect((await send('delete')).status).toBe(204)
    expect((await send('get')).status).toBe(404)
  })

  it('store only the content that was signed', async () => {
    expect((await send('put', 'changed')).status).toBe(400)
    expect((await send('get')).status).toBe(404)
  })
})
