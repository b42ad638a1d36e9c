import { ApiError, type Client } from '@stoa/contract/client'
import type { RoleId } from '@stoa/contract/access'
import {
  type Account,
  activateByLink,
  changeRole,
  changeStatus,
  editAccount,
  setPassword,
} from '@stoa/contract/features/people'
import type { SuspendDuration } from '@stoa/contract/features/user-moderation'
import { toRejection } from '../../../kernel/rejections.ts'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'

export type AccountChange =
  | { act: 'role'; roleId: RoleId }
  | { act: 'suspend'; duration: SuspendDuration; reason: string; removesContent: boolean }
  | { act: 'unsuspend' }
  | { act: 'deactivate' }
  | { act: 'delete'; removesContent: boolean }
  | { act: 'password_link' }
  | { act: 'password'; password: string }
  | { act: 'profile'; displayName: string; username: string; email: string }
  | { act: 'activation_email' }
  | { act: 'activation_link' }

export type ChangedAccount = Pick<Account, 'user_id' | 'display_name'>

/** The link, of `activation_link`; the message of a rejected call. */
export type ChangeResult = { account: ChangedAccount; link?: string; error?: string }

type Changes = { accounts: readonly ChangedAccount[]; change: AccountChange }

/** One call after the other, so that each user has a result. */
export function useAccountActs() {
  const t = useTranslate()
  const toast = useToast()
  return useMutation<Changes, ChangeResult[]>({
    async send(call, { accounts, change }) {
      const results: ChangeResult[] = []
      for (const account of accounts) results.push(await changeOne(call, account, change))
      return results
    },
    onSuccess(results, { change: { act } }) {
      const isDone = results.every(({ error }) => error === undefined)
      if (isDone && act !== 'activation_link')
        toast({ text: t(`people.done.${act}`, { count: results.length }), tone: 'ok' })
    },
    revalidates: true,
  })
}

async function changeOne(
  call: Client['call'],
  account: ChangedAccount,
  change: AccountChange,
): Promise<ChangeResult> {
  try {
    const response = await sendChange(call, account.user_id, change)
    const link = response?.activation_url
    return link ? { account, link } : { account }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const rejection = toRejection(error.envelope, '')
    const field = rejection.type === 'fields' ? Object.values(rejection.fields)[0] : undefined
    return { account, error: field ?? error.envelope.msg }
  }
}

async function sendChange(call: Client['call'], user_id: string, change: AccountChange) {
  switch (change.act) {
    case 'role':
      return await call(changeRole, { user_id, role_id: change.roleId })
    case 'suspend': {
      const { duration: suspend_duration, reason, removesContent: remove_all_content } = change
      const input = { user_id, status: 'suspended', suspend_duration, reason } as const
      return await call(changeStatus, { ...input, remove_all_content })
    }
    case 'unsuspend':
      return await call(changeStatus, { user_id, status: 'normal' })
    case 'deactivate':
      return await call(changeStatus, { user_id, status: 'inactive' })
    case 'delete': {
      const remove_all_content = change.removesContent
      return await call(changeStatus, { user_id, status: 'deleted', remove_all_content })
    }
    case 'password_link':
      return await call(setPassword, { user_id })
    case 'password':
      return await call(setPassword, { user_id, password: change.password })
    case 'profile': {
      const { displayName: display_name, username, email } = change
      return await call(editAccount, { user_id, display_name, username, email })
    }
    case 'activation_email':
      return await call(activateByLink, { user_id })
    case 'activation_link':
      return await call(activateByLink, { user_id, by: 'link' })
  }
}
