import {
  type Actor,
  allow,
  checkPrivilege,
  deny,
  type RequiredReputation,
  type Verdict,
} from '../../../kernel/rules.ts'

type FlaggedUser = { id: string; status: 'normal' | 'suspended' | 'deleted' }

/** Staff can be flagged too; their cases are decided by others. */
export function canFlagUser(
  actor: Actor,
  user: FlaggedUser,
  required: RequiredReputation,
): Verdict {
  if (user.status === 'deleted') return deny('user.not_found')
  if (user.id === actor.id) return deny('flag.oneself')
  return checkPrivilege(actor, 'report.add', required)
}

export function canDecideCaseAbout(userId: string, actor: Pick<Actor, 'id'>): Verdict {
  return userId === actor.id ? deny('flag.own_case') : allow
}
