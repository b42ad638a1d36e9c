import { createHash, randomBytes } from 'node:crypto'

export function generateSecret() {
  return randomBytes(32).toString('base64url')
}

/** A plain hash is enough for 256 random bits. */
export function hashSecret(secret: string) {
  return createHash('sha256').update(secret).digest('base64url')
}
