// Asks a server for encryption on a connection that is not encrypted yet (RFC 4511, 4.14).
import { BerReader } from 'ldapts'
import { once } from 'node:events'
import type { Socket } from 'node:net'

const objectId = '1.3.6.1.4.1.1466.20037'
/** Message 1: an extended request with this name. */
const request = Buffer.concat([
  Buffer.from([0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, objectId.length]),
  Buffer.from(objectId),
])
const maxResponseBytes = 4096
const sequence = 0x30
const extendedResponse = 0x78

/**
 * Resolves when the server agrees. Whatever else arrives before encryption is refused: it may come from somebody between, and
 * would be taken for what the server sends afterwards.
 */
export async function requestTls(socket: Socket, signal: AbortSignal) {
  socket.write(request)
  let received = Buffer.alloc(0)
  let length: number | null = null
  while (length === null || received.length < length) {
    const [chunk] = (await once(socket, 'data', { signal })) as [Buffer]
    received = Buffer.concat([received, chunk])
    length = readLength(received)
    const expected = Math.max(length ?? 0, received.length)
    if (received.length > (length ?? expected) || expected > maxResponseBytes)
      throw new Error('The server sent more than its response to StartTLS.')
  }
  socket.pause()
  const code = readResultCode(received)
  if (code !== 0) throw new Error(`The server refused StartTLS with result ${code}.`)
}

/** Of the whole message; null before enough of it has arrived. */
function readLength(received: Buffer): number | null {
  const reader = new BerReader(received)
  const tag = reader.readSequence(sequence)
  return tag === null ? null : reader.offset + reader.length
}

function readResultCode(message: Buffer): number | null {
  const reader = new BerReader(message)
  reader.readSequence(sequence)
  const id = reader.readInt()
  if (id !== 1 || reader.readSequence() !== extendedResponse)
    throw new Error('The server sent something else than a response to StartTLS.')
  return reader.readEnumeration()
}
