import type { ApiKeyState } from '@stoa/contract/features/api-keys'
import { keyPrefix } from '@stoa/contract/key-scopes'
import { allow, deny, type Verdict } from '../../../kernel/rules.ts'

type Times = { expiresAt: Date | null; revokedAt: Date | null }

const keyPattern = new RegExp(`^${keyPrefix}([1-9]\\d{0,17})_([0-9a-f]{64})$`)

export function formatKey(id: string, secret: string) {
  return `${keyPrefix}${id}_${secret}`
}

/** The part of a key that is not secret, to recognize it in a list. */
export function maskKey(id: string) {
  return formatKey(id, '*'.repeat(8))
}

export function parseKey(text: string) {
  const [, id, secret] = keyPattern.exec(text) ?? []
  return id === undefined || secret === undefined ? null : { id, secret }
}

export function stateOf({ expiresAt, revokedAt }: Times, now: Date): ApiKeyState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}

export function canUseKey(key: Times, now: Date): Verdict {
  const state = stateOf(key, now)
  return state === 'active' ? allow : deny(`api_key.${state}`)
}

export function canExpireAt(expiresAt: Date | null, now: Date): Verdict {
  return expiresAt === null || expiresAt > now ? allow : deny('api_key.expiry')
}
