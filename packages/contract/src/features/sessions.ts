import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'

/** One logged-in device. Browser and system are empty when unknown. */
export const Session = z.object({
  id: z.string(),
  browser: z.string(),
  system: z.string(),
  address: z.string(),
  created_at: z.number().int(),
  last_seen_at: z.number().int(),
  is_current: z.boolean(),
})
export type Session = z.output<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/sessions`,
  access: 'any-user',
  summary: "Lists the caller's sessions: the current one first, then the hundred most recent.",
  response: z.array(Session),
})

export const endOneSession = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/user/session`,
  access: 'any-user',
  summary: 'Ends one session.',
  input: { id: z.string().regex(/^\d{1,18}$/) },
  response: z.null(),
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/user/sessions/others`,
  access: 'any-user',
  summary: 'Ends all sessions except the current one.',
  response: z.null(),
})
