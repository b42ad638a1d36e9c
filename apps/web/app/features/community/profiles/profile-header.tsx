import type { UserProfile } from '@stoa/contract/features/profiles'
import { Calendar, Clock, Link as LinkIcon, MapPin, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { PostText, type PostTextData } from '../../../kernel/post-text.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { RoleLabel } from '../../../ui/user-card.tsx'
import { useRoleLabel } from './use-role.ts'
import { toWebsite } from './website.ts'

export type ProfileUser = Omit<UserProfile, 'bio' | 'bio_html'>

type ProfileHeaderProps = {
  user: ProfileUser
  bio: PostTextData | null
  isOwn: boolean
  /** To pages of the user at other services. */
  links?: ReactNode
  /** A button beside the name. */
  end?: ReactNode
}

export function ProfileHeader({ user, bio, isOwn, links, end }: ProfileHeaderProps) {
  const t = useTranslate()
  const role = useRoleLabel()(user.role_id)
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-6 gap-y-4 pt-3 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className="max-md:*:size-16">
        <Avatar name={user.display_name} src={user.avatar} size="2xl" />
      </span>
      <div className="grid min-w-0 gap-2 max-md:contents">
        <div className="min-w-0 max-md:self-center">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-serif text-3xl leading-tight font-semibold tracking-head break-words md:text-4xl">
            <bdi className="min-w-0">{user.display_name}</bdi>
            {role && (
              <span className="font-sans tracking-normal">
                <RoleLabel>{role}</RoleLabel>
              </span>
            )}
          </h1>
          {user.username !== '' && (
            <p className="text-md text-ink-3">
              <bdi dir="ltr">@{user.username}</bdi>
            </p>
          )}
        </div>
        {bio && (
          <div className="max-w-measure max-md:col-span-2">
            <PostText text={bio} className="prose text-base" />
          </div>
        )}
        <ProfileFacts user={user} />
        {links}
      </div>
      {isOwn && (
        <ButtonLink
          href="/users/settings/profile"
          icon={<Pencil className="icon" aria-hidden="true" />}
          className="max-md:col-span-2 max-md:justify-self-start"
        >
          {t('user_page.edit')}
        </ButtonLink>
      )}
      {end && <div className="flex flex-wrap gap-2 max-md:col-span-2">{end}</div>}
    </header>
  )
}

const daySeconds = 86_400

function ProfileFacts({ user }: { user: ProfileUser }) {
  const t = useTranslate()
  const { now } = useVisit()
  const { date, relative } = useFormats()
  const website = toWebsite(user.website)
  const isToday = now - user.last_login_date < daySeconds
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-3 max-md:col-span-2">
      {user.location !== '' && (
        <Fact icon={<MapPin className="icon" aria-hidden="true" />}>
          <bdi>{user.location}</bdi>
        </Fact>
      )}
      {website && (
        <Fact icon={<LinkIcon className="icon" aria-hidden="true" />}>
          <a
            href={website.href}
            rel="nofollow ugc noopener"
            dir="ltr"
            className="hit text-accent-ink hover:underline"
          >
            {website.host}
          </a>
        </Fact>
      )}
      <Fact icon={<Calendar className="icon" aria-hidden="true" />}>
        {t('user_page.since', { date: date(user.created_at) })}
      </Fact>
      {user.last_login_date > 0 && (
        <Fact icon={<Clock className="icon" aria-hidden="true" />}>
          {isToday
            ? t('user_page.seen_today')
            : t('user_page.seen', { time: relative(user.last_login_date) })}
        </Fact>
      )}
    </ul>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="inline-flex min-w-0 items-center gap-1.5 break-all">
      {icon}
      {children}
    </li>
  )
}
