import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

/** Addresses as attackers write them; each is, or reads as, one in a private or special network. */
const hostileUrls = [
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://127.1/',
  'https://127.255.255.254/',
  'https://2130706433/',
  'https://017700000001/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://127.0x0.0.1/',
  'https://%31%32%37.0.0.1/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://0xa.1/',
  'https://100.64.0.1/',
  'https://100.127.255.254/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0xa9fea9fe/',
  'https://2852039166/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.0.0.1/',
  'https://192.0.2.1/',
  'https://192.88.99.1/',
  'https://192.168.0.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[100::1]/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[2002:7f00:1::]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://db.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://router.lan/',
  'https://nas.home.arpa/',
  'https://redis/',
  'https://user:secret@example.com/',
  'https://example.com@127.0.0.1/',
  'https://example.com:8443/',
  'https://example.com:6379/',
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com:6379/_FLUSHALL',
  'unix:/var/run/docker.sock',
  'data:text/plain,x',
  '//example.com/',
  'nonsense',
  '',
]

/** Names that anybody can register, and what they resolve to. */
const hostileNames: [string, string[]][] = [
  ['127.0.0.1.nip.io', ['127.0.0.1']],
  ['7f000001.example.com', ['127.0.0.1']],
  ['metadata.example.com', ['169.254.169.254']],
  ['intranet.example.com', ['10.0.0.5']],
  ['router.example.com', ['192.168.1.1']],
  ['v6.example.com', ['::1']],
  ['mapped.example.com', ['::ffff:10.0.0.1']],
  ['unique-local.example.com', ['fd00::5']],
  ['link-local.example.com', ['fe80::1%eth0']],
  ['mixed.example.com', ['142.250.1.1', '169.254.169.254']],
  ['mixed-v6.example.com', ['2606:4700:4700::1111', '::1']],
]

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
    expect(await send(`${url}${status}`, [], true)).toBe(status)
    expect(hits).toBe(0)
  })
})
