import type { InvitationState } from '@stoa/contract/features/invitations'
import { allow, deny, type Verdict } from '../../../kernel/rules.ts'
import type { invitations } from '../../../schema/invitations.ts'

/** `isCreatorAdmin`: whether the creator is still an active admin. */
export type InvitationRow = typeof invitations.$inferSelect & { isCreatorAdmin: boolean }

type StateColumns = Pick<
  InvitationRow,
  'revokedAt' | 'expiresAt' | 'uses' | 'maxUses' | 'isCreatorAdmin'
>

export function stateOf(
  { revokedAt, expiresAt, uses, maxUses, isCreatorAdmin }: StateColumns,
  now: Date,
): InvitationState {
  if (revokedAt !== null || !isCreatorAdmin) return 'revoked'
  if (uses >= maxUses) return 'used'
  return expiresAt <= now ? 'expired' : 'open'
}

/** Without an email: whether anyone may use it. */
export function canUseInvitation(
  invitation: StateColumns & Pick<InvitationRow, 'email'>,
  email: string | null,
  now: Date,
): Verdict {
  const state = stateOf(invitation, now)
  if (state !== 'open') return deny(`invitation.${state}`)
  const isWrong = email !== null && invitation.email !== null && !isSame(email, invitation.email)
  return isWrong ? deny('invitation.wrong_email') : allow
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
