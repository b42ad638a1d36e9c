import { createHash, randomBytes } from 'node:crypto'

/** A secret nobody can guess: 256 random bits. */
export function newSecret() {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret. It has 256 random bits, so a plain hash is enough. */
export function hashSecret(secret: string) {
  return createHash('sha256').update(secret).digest('base64url')
}
