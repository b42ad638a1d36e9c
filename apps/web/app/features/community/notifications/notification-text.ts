import { notificationKinds, type Notification } from '@stoa/contract/features/notifications'
import type { UserBasic } from '@stoa/contract/features/users'

export type Names =
  | { form: 'one'; first: UserBasic }
  | { form: 'two'; first: UserBasic; second: UserBasic }
  | { form: 'more'; first: UserBasic; second: UserBasic; others: number }
  | { form: 'people'; count: number }

type Group = Pick<Notification, 'kind' | 'users' | 'user_count'>

/** Voters are counted where there are several, and nobody is named for a downvote. */
export function namesOf({ kind, users, user_count: count }: Group): Names {
  const [first, second] = users
  const isCounted = notificationKinds[kind] === 'votes' && (count > 1 || kind.startsWith('down'))
  if (isCounted || first === undefined) return { form: 'people', count: Math.max(1, count) }
  if (count <= 1) return { form: 'one', first }
  if (second === undefined) return { form: 'people', count }
  if (count === 2) return { form: 'two', first, second }
  return { form: 'more', first, second, others: count - 2 }
}
