import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the current TOTP code, or a later one in steps of 30 seconds. */
export function totpCode(secret: string, stepsLater = 0): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsLater))
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
