import { createHash } from 'node:crypto'

const maxLength = 128

/**
 * Identifiers are unique at one service only. Without its name, another service that is entered in the settings later could sign
 * its users in to accounts of the first one.
 */
export function toExternalId(service: string, id: string): string {
  const name = `${service.replace(/^https?:\/\//, '').replace(/\/$/, '')}#${id}`
  if (name.length <= maxLength) return name
  return createHash('sha256').update(name).digest('base64url')
}
