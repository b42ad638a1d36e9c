import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// RFC 6238 with the parameters all authenticator apps support: SHA-1, 6 digits, 30 seconds.
const stepSeconds = 30
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits in Base32. */
export function newTotpSecret() {
  return toBase32(randomBytes(20))
}

/** The URI in the QR code. */
export function totpUri(secret: string, issuer: string, account: string) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer })}`
}

/** Accepts the current, previous and next step, but none up to the last used one. */
export function findMatchingStep(secret: string, code: string, now: Date, lastStep: number) {
  const current = stepAt(now)
  const actual = Buffer.from(code.padStart(digits, '0').slice(0, digits))
  const steps = [current - 1, current, current + 1].filter((step) => step > lastStep)
  return steps.find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), actual)) ?? null
}

export function codeAt(secret: string, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

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
