import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileNames, hostileUrls } from '../../../../test/hostile-addresses.ts'
import { lookupPublic, PrivateAddressError, sendOutside } from './outgoing.actions.ts'

type Address = { address: string; family: number }
type Callback = (error: null, list: Address[]) => void

/** A name server that answers the n-th question with the n-th list, and then with the last one. */
function aResolver(...answers: string[][]) {
  const asked: string[] = []
  const resolveName = (name: string, _options: object, callback: Callback) => {
    const list = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(name)
    callback(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { asked, resolveName: resolveName as never }
}

const send = (url: string, addresses: string[] = [], allowsPrivate = false) =>
  sendOutside(
    { url, method: 'POST', headers: {}, body: Buffer.from('text') },
    { allowsPrivate, resolveName: aResolver(addresses).resolveName },
  )

describe('sendOutside', () => {
  it('is tested with more than 60 hostile addresses', () => {
    expect(new Set([...hostileUrls, ...hostileNames.flat(2)]).size).toBeGreaterThan(60)
  })

  it.each(hostileUrls)('does not connect to %s', async (url) => {
    await expect(send(url, ['142.250.1.1'])).rejects.toThrow(PrivateAddressError)
  })

  it.each(hostileNames)('does not connect to the name %s', async (name, addresses) => {
    await expect(send(`https://${name}/`, addresses)).rejects.toThrow(PrivateAddressError)
  })
})

describe('lookupPublic', () => {
  it('connects to the address that was checked when the name changes in between', async () => {
    const { asked, resolveName } = aResolver(['142.250.1.1'], ['127.0.0.1'])
    const find = lookupPublic(resolveName)
    const resolve = () =>
      new Promise((done) => {
        find('rebinding.example.com', { all: true }, (error, found) => done(error ?? found))
      })
    expect(await resolve()).toEqual([{ address: '142.250.1.1', family: 4 }])
    expect(asked).toHaveLength(1)
    expect(await resolve()).toBeInstanceOf(PrivateAddressError)
  })
})

describe('a redirect', () => {
  let hidden: Server
  let open: Server
  let hits = 0
  const listen = async (server: Server) => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }
  let url = ''
  beforeAll(async () => {
    hidden = createServer((_request, response) => {
      hits++
      response.end()
    })
    const target = await listen(hidden)
    open = createServer((request, response) => {
      response.writeHead(Number(request.url?.slice(1)), { location: target })
      response.end()
    })
    url = await listen(open)
  })
  afterAll(() => {
    hidden.close()
    open.close()
  })

  it.each([301, 302, 303, 307, 308])('with status %s is not followed', async (status) => {
    expect((await send(`${url}${status}`, [], true)).status).toBe(status)
    expect(hits).toBe(0)
  })
})
