import type { Person } from '@stoa/contract/features/people'
import { Calendar, Clock, Link as LinkIcon, MapPin, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats } from '../../kernel/formats.ts'
import { PostText, type PostTextData } from '../../kernel/post-text.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { RoleMark } from '../../ui/user-card.tsx'
import { useRole } from './use-role.ts'
import { toWebsite } from './website.ts'

export type ShownPerson = Omit<Person, 'bio' | 'bio_html'>

type PersonHeadProps = { person: ShownPerson; bio: PostTextData | null; isOwn: boolean }

/** Who this is: picture, name, their own words, a few facts. */
export function PersonHead({ person, bio, isOwn }: PersonHeadProps) {
  const t = useTranslate()
  const role = useRole()(person.role_id)
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-6 gap-y-4 pt-3 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className="max-md:*:size-16">
        <Avatar name={person.display_name} src={person.avatar} size="2xl" />
      </span>
      <div className="grid min-w-0 gap-2 max-md:contents">
        <div className="min-w-0 max-md:self-center">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-serif text-3xl leading-tight font-semibold tracking-head break-words md:text-4xl">
            <bdi className="min-w-0">{person.display_name}</bdi>
            {role && (
              <span className="font-sans tracking-normal">
                <RoleMark>{role}</RoleMark>
              </span>
            )}
          </h1>
          {person.username !== '' && (
            <p className="text-md text-ink-3">
              <bdi dir="ltr">@{person.username}</bdi>
            </p>
          )}
        </div>
        {bio && (
          <div className="max-w-measure max-md:col-span-2">
            <PostText text={bio} className="prose text-base" />
          </div>
        )}
        <Facts person={person} />
      </div>
      {isOwn && (
        <ButtonLink
          href="/users/settings/profile"
          icon={<Pencil className="icon" aria-hidden="true" />}
          className="max-md:col-span-2 max-md:justify-self-start"
        >
          {t('person.edit')}
        </ButtonLink>
      )}
    </header>
  )
}

const daySeconds = 86_400

function Facts({ person }: { person: ShownPerson }) {
  const t = useTranslate()
  const { now } = useVisit()
  const { date, relative } = useFormats()
  const website = toWebsite(person.website)
  const isToday = now - person.last_login_date < daySeconds
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-3 max-md:col-span-2">
      {person.location !== '' && (
        <Fact icon={<MapPin className="icon" aria-hidden="true" />}>
          <bdi>{person.location}</bdi>
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
        {t('person.since', { date: date(person.created_at) })}
      </Fact>
      {person.last_login_date > 0 && (
        <Fact icon={<Clock className="icon" aria-hidden="true" />}>
          {isToday
            ? t('person.seen_today')
            : t('person.seen', { time: relative(person.last_login_date) })}
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
