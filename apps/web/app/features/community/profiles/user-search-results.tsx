import type { UserBasic } from '@stoa/contract/features/users'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { UserTiles } from './user-tile.tsx'

export function UserSearchResults({ text, users }: { text: string; users: UserBasic[] }) {
  const t = useTranslate()
  if (users.length === 0) {
    return (
      <EmptyState
        title={t('users.none_title', { text })}
        action={<ButtonLink href="/users">{t('users.all')}</ButtonLink>}
      >
        <p>{t('users.none_text')}</p>
      </EmptyState>
    )
  }
  const title = t('users.found', { text })
  return (
    <div className="mt-6">
      <Section title={title}>
        <UserTiles label={title} users={users} />
      </Section>
    </div>
  )
}
