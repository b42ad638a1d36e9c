import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { passkeys } from '../src/schema/second-factor.ts'
import type { TestSite } from './site.ts'

const rpId = 'localhost'
const origin = 'http://localhost:3000'

/** Registers a passkey for a user. The returned function signs a login challenge with it, as a browser would. */
export async function aPasskey(site: TestSite, userId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16).toString('base64url')
  await site.db.insert(passkeys).values({
    userId,
    name: 'Test key',
    credentialId: id,
    publicKey: toCose(publicKey.export({ format: 'jwk' })).toString('base64url'),
    createdAt: site.ctx.clock.now(),
  })
  return (options: Record<string, unknown>) => {
    const clientData = Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge: options['challenge'], origin }),
    )
    const userPresentAndVerified = 0b101
    const authenticatorData = Buffer.concat([
      sha256(rpId),
      Buffer.from([userPresentAndVerified]),
      Buffer.alloc(4),
    ])
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), {
      key: privateKey,
      dsaEncoding: 'der',
    })
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    }
  }
}

/** An ES256 public key in COSE form: a CBOR map of key type, algorithm, curve and coordinates. */
function toCose({ x = '', y = '' }: { x?: string; y?: string }) {
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

function sha256(data: string | Buffer) {
  return createHash('sha256').update(data).digest()
}
