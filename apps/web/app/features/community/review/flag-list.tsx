import type { ReviewContext } from '@stoa/contract/features/review'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { FlaggedCase, FlaggedUserCase } from './desk-case.ts'

type FlagListProps = {
  one: FlaggedCase | FlaggedUserCase
  flaggers: ReviewContext['flaggers']
}

export function FlagList({ one, flaggers }: FlagListProps) {
  const t = useTranslate()
  return (
    <Section
      title={t('review.flags')}
      size="sm"
      aside={
        <>
          {t('review.first_flag')} <RelativeTime at={one.createdAt} />
        </>
      }
    >
      <ul>
        {one.flags.map((flag, i) => {
          const user = flag.submitter_user
          const record = flaggers?.find(({ username }) => username === user.username)
          return (
            <li
              key={i}
              className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-2.5 border-b border-line py-2 text-md last:border-0"
            >
              <span className="self-center">
                <Avatar name={user.display_name} src={user.avatar || null} size="sm" />
              </span>
              <span>
                <b className="font-semibold">{flag.reason.name}</b>{' '}
                <span className="text-sm text-ink-3">
                  {t('review.flagged_by', { name: user.display_name })}
                </span>
              </span>
              <span className="text-sm text-ink-3">
                {record !== undefined && <FlaggerRecord {...record} />}
              </span>
              {flag.reason_content !== '' && (
                <p dir="auto" className="col-span-2 col-start-2 text-md text-ink-2 break-words">
                  <FlagText text={flag.reason_content} />
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

type FlaggerRecordProps = { upheld: number; decided: number }

function FlaggerRecord({ upheld, decided }: FlaggerRecordProps) {
  const t = useTranslate()
  if (decided === 0) return t('review.no_record')
  return t('review.record', { upheld, decided })
}

/** The URL of a duplicate is a link; other text stays text. */
function FlagText({ text }: { text: string }) {
  const isUrl = /^https?:\/\/\S+$/.test(text)
  if (!isUrl) return text
  return (
    <TextLink href={text} target="_blank" rel="noreferrer nofollow">
      {text}
    </TextLink>
  )
}
