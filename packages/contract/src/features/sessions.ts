import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'

/** One signed-in device. Browser and system are empty when they cannot be told. */
export const Session = z.object({
  id: z.string(),
  browser: z.string(),
  system: z.string(),
  address: z.string(),
  created_at: z.number().int(),
  last_seen_at: z.number().int(),
  /** The one the call was made with. */
  is_current: z.boolean(),
})
export type Session = z.output<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/sessions`,
  access: 'any-user',
  summary: 'Where the caller is signed in: this device first, then the hundred seen last.',
  reply: z.array(Session),
})

export const endOneSession = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/user/session`,
  access: 'any-user',
  summary: 'Signs one device out.',
  input: { id: z.string().regex(/^\d{1,18}$/) },
  reply: z.null(),
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/user/sessions/others`,
  access: 'any-user',
  summary: 'Signs out everywhere but here.',
  reply: z.null(),
})
