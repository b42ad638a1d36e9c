import { installKeyCookie, installPrefix } from '@stoa/contract/endpoint'
import cookies from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../kernel/context.ts'
import { mountInstallGate } from './install-gate.ts'

const key = 'sixteen or more characters'
let app: FastifyInstance

beforeAll(async () => {
  app = fastify()
  await app.register(cookies)
  const ctx = { config: { install_key: key }, settings: { isInstalled: () => false } }
  mountInstallGate(app, ctx as unknown as Context)
  app.get('/*', () => 'page')
  app.get(`${installPrefix}/state`, () => 'call')
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** With the path as it is: clients such as fetch resolve it first. */
async function statusOf(path: string, headers = {}) {
  const { port } = app.server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, path, headers })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

describe('before installation', () => {
  it.each([
    '/install',
    '/install/site',
    '/install/site.data',
    '/x/../install/site',
    '/./install/site',
    '/x/%2e%2e/install/site',
    '/x\\..\\install/site',
    '/install/key/../site',
    '/install/key.data/../site',
  ])('the page %s requires the key', async (path) => {
    expect(await statusOf(path)).toBe(303)
    const cookie = `${installKeyCookie}=${encodeURIComponent(key)}`
    expect(await statusOf(path, { cookie })).toBe(200)
  })

  it.each([
    `${installPrefix}/state`,
    `${installPrefix}/state?x=1`,
    `${installPrefix.replace('i', '%69')}/state`,
  ])('the call %s requires the key', async (path) => {
    expect(await statusOf(path)).toBe(500)
    expect(await statusOf(path, { 'x-install-key': key })).toBe(200)
  })

  it.each(['/', '/users/login', '/install/key', '/install/key?wrong', '/install/key.data'])(
    '%s requires no key',
    async (path) => {
      expect(await statusOf(path)).toBe(200)
    },
  )
})
