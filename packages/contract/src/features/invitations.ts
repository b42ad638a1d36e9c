import { z } from 'zod'
import { roles } from '../access.ts'
import { adminPrefix, apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { code, email } from './account-fields.ts'
import { UserBasic } from './users.ts'

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const
export type InvitationState = (typeof invitationStates)[number]

const roleId = z.union([z.literal(roles.user), z.literal(roles.moderator)])
const at = z.number().int()

const Invitation = z.object({
  id: z.string(),
  /** Empty if whoever has the link may use it. */
  e_mail: z.string(),
  role_id: roleId,
  max_uses: at,
  uses: at,
  state: z.enum(invitationStates),
  created_at: at,
  expires_at: at,
  created_by: UserBasic,
})
export type Invitation = z.output<typeof Invitation>

export const listInvitations = endpoint({
  method: 'GET',
  path: `${adminPrefix}/invitations`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists invitations to sign up, newest first.',
  input: { ...paging },
  response: pageOf(Invitation),
})

export const createInvitation = endpoint({
  method: 'POST',
  path: `${adminPrefix}/invitation`,
  access: 'admin',
  summary:
    'Creates a link to sign up with, also while registration is closed. With an email, only this email may use it, once.',
  input: {
    e_mail: email.optional(),
    /** Sends the link to the email; otherwise it is in the response, once. */
    send: z.boolean().default(false),
    role_id: roleId.default(roles.user),
    max_uses: z.number().int().min(1).max(limits.invitations.uses).default(1),
    days: z.number().int().min(1).max(limits.invitations.days).default(7),
  },
  response: z.object({
    id: z.string(),
    /** Empty if it was sent by email. */
    url: z.string(),
  }),
  errors: ['account.email_taken', 'invitation.email_once'],
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: `${adminPrefix}/invitation`,
  access: 'admin',
  summary: 'Revokes an invitation. Accounts that were created with it stay. Idempotent.',
  input: { id: z.string().regex(/^[1-9]\d{0,17}$/) },
  response: z.null(),
  errors: ['object.not_found'],
})

export const getInvitation = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/invitation`,
  access: 'open',
  summary: 'Returns what the link of an invitation is for, if it can still be used.',
  input: { code },
  response: z.object({
    /** Empty if any email may be used. */
    e_mail: z.string(),
    role_id: roleId,
  }),
  errors: ['invitation.not_found', 'invitation.used', 'invitation.expired', 'invitation.revoked'],
  limits: ['code.address'],
})
