import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// RFC 6238 with what every authenticator app expects: SHA-1, six digits, thirty seconds.
const stepSeconds = 30
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret, in the letters that apps take: 160 random bits. */
export function newTotpSecret() {
  return toBase32(randomBytes(20))
}

/** The address an app reads from a QR code. */
export function totpUri(secret: string, issuer: string, account: string) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer })}`
}

/** The step a code belongs to, if it is of now or of the step before or after and newer than the last used. */
export function matchingStep(secret: string, code: string, now: Date, lastStep: number) {
  const current = stepAt(now)
  const given = Buffer.from(code.padStart(digits, '0').slice(0, digits))
  const steps = [current - 1, current, current + 1].filter((step) => step > lastStep)
  return steps.find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), given)) ?? null
}

/** The code of one step. */
export function codeAt(secret: string, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The step of a moment. */
export function stepAt(now: Date) {
  return Math.floor(now.getTime() / 1000 / stepSeconds)
}

function toBase32(bytes: Buffer) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group, 2)]).join('')
}

function fromBase32(text: string) {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
