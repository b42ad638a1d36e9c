import type { UserBasic } from '@stoa/contract/features/users'
import { useFormats } from '../../kernel/formats.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import type { Person } from '../../ui/user-card.tsx'

/** The address of a person's page. */
export function personPath(username: string): string {
  return `/users/${encodeURIComponent(username)}`
}

/** Turns a user into what the cards and lines of the interface show. */
export function usePerson(): (user: UserBasic) => Person {
  const t = useTranslate()
  const { count, number } = useFormats()
  return (user) => ({
    name: user.display_name,
    href: user.username === '' ? undefined : personPath(user.username),
    avatar: user.avatar || null,
    reputation: count(user.rank),
    reputationTitle: t('account.reputation', { count: number(user.rank) }),
    role: user.status === 'suspended' ? t('user.suspended') : undefined,
  })
}
