import type { InvitationState } from '@stoa/contract/features/invitations'
import { allow, deny, type Verdict } from '../../../kernel/rules.ts'
import type { invitations } from '../../../schema/invitations.ts'

export type InvitationRow = typeof invitations.$inferSelect

export function stateOf(
  {
    revokedAt,
    expiresAt,
    uses,
    maxUses,
  }: Pick<InvitationRow, 'revokedAt' | 'expiresAt' | 'uses' | 'maxUses'>,
  now: Date,
): InvitationState {
  if (revokedAt !== null) return 'revoked'
  if (uses >= maxUses) return 'used'
  return expiresAt <= now ? 'expired' : 'open'
}

/** Without an email: whether anyone may use it. */
export function canUseInvitation(
  invitation: Pick<InvitationRow, 'revokedAt' | 'expiresAt' | 'uses' | 'maxUses' | 'email'>,
  email: string | null,
  now: Date,
): Verdict {
  const state = stateOf(invitation, now)
  if (state !== 'open') return deny(`invitation.${state}`)
  const isWrong = email !== null && invitation.email !== null && !isSame(email, invitation.email)
  return isWrong ? deny('invitation.wrong_email') : allow
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
