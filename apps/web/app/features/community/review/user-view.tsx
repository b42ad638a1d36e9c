import { Link as LinkIcon, MapPin } from 'lucide-react'
import { PostText } from '../../../kernel/post-text.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Section } from '../../../ui/section.tsx'
import type { FlaggedUserCase } from './desk-case.ts'
import type { DeskData } from './desk-data.server.ts'
import { FlagList } from './flag-list.tsx'

type UserViewProps = { one: FlaggedUserCase; facts: DeskData['userContext'] }

/** The profile as others see it, and the flags. The website is no link: it may be why the user was flagged. */
export function UserView({ one, facts }: UserViewProps) {
  const t = useTranslate()
  const { author, bio, website, location } = one
  return (
    <>
      <Section title={t('review.profile')} size="sm">
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-4 pt-1">
          <Avatar name={author.display_name} src={author.avatar || null} size="2xl" />
          <div className="grid content-start gap-2">
            {bio === null ? (
              <p className="text-md text-ink-3">{t('review.no_about')}</p>
            ) : (
              <PostText text={bio} className="prose text-base" />
            )}
            <ul className="grid gap-1 text-sm break-all text-ink-2">
              {website !== '' && (
                <li className="flex items-center gap-1.5">
                  <LinkIcon className="icon" aria-hidden="true" />
                  <bdi dir="ltr">{website}</bdi>
                </li>
              )}
              {location !== '' && (
                <li className="flex items-center gap-1.5">
                  <MapPin className="icon" aria-hidden="true" />
                  <bdi>{location}</bdi>
                </li>
              )}
            </ul>
          </div>
        </div>
      </Section>
      <FlagList one={one} flaggers={facts?.flaggers ?? null} />
    </>
  )
}
