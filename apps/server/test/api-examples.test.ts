// Runs the examples of docs/api.md, so that they work when they are copied.
import type { Envelope } from '@stoa/contract/envelope'
import { createApiKey } from '@stoa/contract/features/api-keys'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { aSite, type TestSite } from './site.ts'

const text = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8')
const examples = [...text.matchAll(/```sh\n(curl [\s\S]*?)```/g)].map(([, command = '']) => command)

let site: TestSite
let env: Record<string, string>
beforeAll(async () => {
  site = await aSite()
  const admin = site.as((await aUser(site.ctx, { role: 'admin' })).token)
  const key = await admin.call(createApiKey, { description: 'Examples', scope: 'admin' })
  const url = await site.app.listen({ host: '127.0.0.1', port: 0 })
  env = { SITE_URL: url, API_KEY: key.access_key, PATH: process.env['PATH'] ?? '' }
})
afterAll(() => site.close())

describe('docs/api.md', () => {
  it('has examples', () => {
    expect(examples).toHaveLength(4)
  })

  it.each(examples)('%s', async (command) => {
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env })
    expect(JSON.parse(stdout) as Envelope).toMatchObject({ status: 200, reason: 'base.success' })
  })
})
