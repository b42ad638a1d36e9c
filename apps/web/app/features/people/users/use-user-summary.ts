import type { UserBasic } from '@stoa/contract/features/users'
import { useFormats } from '../../../kernel/formats.tsx'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import type { UserSummary } from '../../../ui/user-card.tsx'

export function useUserSummary(): (user: UserBasic) => UserSummary {
  const t = useTranslate()
  const { count, number } = useFormats()
  return (user) => ({
    name: user.display_name,
    href: user.username === '' ? undefined : userPath(user.username),
    avatar: user.avatar || null,
    reputation: count(user.rank),
    reputationTitle: t('account.reputation', { count: number(user.rank) }),
    role: user.status === 'suspended' ? t('user.suspended') : undefined,
  })
}
