import { getUser, type UserProfile } from '@stoa/contract/features/profiles'
import { getTag, type TagDetail } from '@stoa/contract/features/tags'
import type { Client } from '@stoa/contract/client'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { LinkCard } from '../../../ui/link-card.tsx'
import { UserPreview } from '../../../ui/user-preview.tsx'
import { useUserSummary } from '../../people/users/use-user-summary.ts'
import { cardId } from './hover-cards.tsx'
import { useRoleLabel } from './use-role.ts'

type Card = { user: UserProfile } | { tag: TagDetail }

const cards = new Map<string, Card>()

export function HoverCardView({ link }: { link: HTMLAnchorElement }) {
  const card = useCard(link)
  if (card === null) return null
  return (
    <LinkCard id={cardId} link={link}>
      {'user' in card ? <UserView user={card.user} /> : <TagView tag={card.tag} />}
    </LinkCard>
  )
}

function useCard(link: HTMLAnchorElement): Card | null {
  const api = useApi()
  const { href } = link
  const [card, setCard] = useState(() => cards.get(href) ?? null)
  useEffect(() => {
    if (cards.has(href)) return
    const controller = new AbortController()
    loadCard(api, link, controller.signal).then(
      (loaded) => {
        cards.set(href, loaded)
        setCard(loaded)
      },
      // Without a card, the link still works.
      () => undefined,
    )
    return () => controller.abort()
  }, [api, href, link])
  return card
}

async function loadCard(api: Client, link: HTMLAnchorElement, signal: AbortSignal): Promise<Card> {
  const name = decodeURIComponent(link.pathname.split('/')[2] ?? '')
  return link.dataset['card'] === 'tag'
    ? { tag: await api.call(getTag, { name }, { signal }) }
    : { user: await api.call(getUser, { username: name }, { signal }) }
}

function UserView({ user }: { user: UserProfile }) {
  const t = useTranslate()
  const { date } = useFormats()
  const toUserSummary = useUserSummary()
  const role = useRoleLabel()(user.role_id)
  return (
    <UserPreview
      user={{ ...toUserSummary(user), ...(role === undefined ? {} : { role }) }}
      since={t('user_page.since', { date: date(user.created_at) })}
      bio={user.bio}
      reputationLabel={t('users.reputation')}
    />
  )
}

function TagView({ tag }: { tag: TagDetail }) {
  const t = useTranslate()
  return (
    <div className="grid gap-2">
      <p className="text-md font-semibold">
        <bdi>{tag.display_name}</bdi>
      </p>
      {tag.excerpt !== '' && (
        <p dir="auto" className="line-clamp-4 leading-body text-ink-2">
          {tag.excerpt}
        </p>
      )}
      <p className="flex gap-4 border-t border-line pt-2.5 text-ink-3">
        <span>{t('count.questions', { count: tag.question_count })}</span>
        <span>{t('follow.count', { count: tag.follow_count })}</span>
      </p>
    </div>
  )
}
