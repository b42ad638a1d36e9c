import { describe, expect, it } from 'vitest'
import { postToPushService, PrivateEndpointError } from './push-request.ts'

type Address = { address: string; family: number }
type Callback = (error: null, list: Address[]) => void

const post = (endpoint: string, addresses: string[] = []) => {
  const list = addresses.map((address) => ({ address, family: 4 }))
  const resolveName = (_name: string, _options: object, callback: Callback) => callback(null, list)
  return postToPushService(
    { endpoint, method: 'POST', headers: {}, body: Buffer.from('text') },
    { allowsPrivate: false, resolveName: resolveName as never },
  )
}

describe('postToPushService', () => {
  it.each([
    [['10.0.0.5']],
    [['127.0.0.1']],
    [['::1']],
    [['fd00::5']],
    [['142.250.1.1', '169.254.169.254']],
  ])('does not connect to a name with the addresses %s', async (list) => {
    await expect(post('https://push.example.com/x', list)).rejects.toThrow(PrivateEndpointError)
  })

  it('does not connect to an address in a private network', async () => {
    await expect(post('https://127.0.0.1/x')).rejects.toThrow(PrivateEndpointError)
    await expect(post('http://push.example.com/x')).rejects.toThrow(PrivateEndpointError)
  })
})
