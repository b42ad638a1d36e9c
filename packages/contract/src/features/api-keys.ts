import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { keyScopes } from '../key-scopes.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { UserBasic } from './users.ts'

export const apiKeyStates = ['active', 'expired', 'revoked'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]

const at = z.number().int()
const id = z.string().regex(/^[1-9]\d{0,17}$/)
const description = z.string().trim().min(1).max(limits.apiKeys.description)
const scope = z.enum(keyScopes)

export const ApiKey = z.object({
  id: z.string(),
  /** Its start, which is not secret. */
  access_key: z.string(),
  description: z.string(),
  scope,
  state: z.enum(apiKeyStates),
  /** Acts as this user. */
  owner: UserBasic,
  created_at: at,
  /** Null if it never expires. */
  expires_at: at.nullable(),
  /** Null if it was never used. Up to a minute old. */
  last_used_at: at.nullable(),
  /** The network of the last request: an IPv4 address, or an IPv6 prefix. */
  last_network: z.string(),
})
export type ApiKey = z.output<typeof ApiKey>

export const listApiKeys = endpoint({
  method: 'GET',
  path: `${adminPrefix}/api-key/all`,
  access: 'admin',
  summary: 'Lists the API keys of all users, newest first.',
  input: { ...paging },
  response: pageOf(ApiKey),
})

export const createApiKey = endpoint({
  method: 'POST',
  path: `${adminPrefix}/api-key`,
  access: 'admin',
  summary: 'Creates an API key that acts as the caller. It is in this response only.',
  input: {
    description,
    scope,
    /** Without it, the key never expires. */
    expires_at: at.positive().max(limits.apiKeys.expiresAt).optional(),
  },
  response: z.object({ id: z.string(), access_key: z.string() }),
  errors: ['api_key.expiry', 'api_key.too_many'],
})

export const renameApiKey = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/api-key`,
  access: 'admin',
  summary: 'Changes the description of an API key.',
  input: { id, description },
  response: z.null(),
  errors: ['object.not_found'],
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: `${adminPrefix}/api-key`,
  access: 'admin',
  summary: 'Revokes an API key with the next request. Idempotent.',
  input: { id },
  response: z.null(),
  errors: ['object.not_found'],
})
