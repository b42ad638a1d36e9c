import type { Account } from '@stoa/contract/features/people'

export const accountActs = [
  'role',
  'profile',
  'password',
  'activation',
  'suspend',
  'unsuspend',
  'deactivate',
  'delete',
] as const
export type AccountAct = (typeof accountActs)[number]

/** What may be done with a selection too. */
export const bulkActs = ['role', 'suspend', 'delete'] as const satisfies readonly AccountAct[]

/** What makes sense in the state of the account. Nobody acts on themselves. */
export function actsFor(account: Account, viewerId: string | undefined): AccountAct[] {
  const { status, is_confirmed: isConfirmed } = account
  if (status === 'deleted' || account.user_id === viewerId) return []
  return accountActs.filter((act) => {
    if (act === 'activation') return !isConfirmed
    if (act === 'unsuspend') return status === 'suspended'
    return act === 'deactivate' ? isConfirmed && status === 'normal' : true
  })
}
