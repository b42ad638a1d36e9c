import { endUserSessions, type UserOverview } from '@stoa/contract/features/user-overview'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { OverviewRow } from './overview-row.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toSignInsHref } from './sign-in-query.ts'

type Session = UserOverview['sessions'][number]
type OverviewSessionsProps = { userId: string; sessions: readonly Session[] }

export function OverviewSessions({ userId, sessions }: OverviewSessionsProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { run } = useMutation<string | undefined>({
    send: (call, session_id) => call(endUserSessions, { user_id: userId, session_id }),
    isRepeat: (previous, next) => previous === next,
    successToast: () => ({ text: t('people.logged_out'), tone: 'ok' }),
    revalidates: true,
  })
  const canLogOut = viewer?.id !== userId
  return (
    <Section
      title={t('people.sessions')}
      aside={
        <span className="flex flex-wrap items-baseline gap-x-4">
          <TextLink href={toSignInsHref({ user: `user:${userId}` })} className="hit">
            {t('sign_ins.title')}
          </TextLink>
          {canLogOut && sessions.length > 0 && (
            <TextButton data-needs-script="" onClick={() => void run(undefined)}>
              {t('people.log_out_everywhere')}
            </TextButton>
          )}
        </span>
      }
    >
      {sessions.length === 0 ? (
        <p className="text-md text-ink-2">{t('people.no_sessions')}</p>
      ) : (
        <ul>
          {sessions.map((session) => (
            <OverviewRow
              key={session.id}
              facts={
                <>
                  <RelativeTime at={session.last_seen_at} />
                  {canLogOut && (
                    <TextButton data-needs-script="" onClick={() => void run(session.id)}>
                      {t('people.log_out')}
                    </TextButton>
                  )}
                </>
              }
            >
              <Device session={session} /> <Network session={session} />
            </OverviewRow>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Device({ session: { browser, system } }: { session: Session }) {
  const t = useTranslate()
  const names = [browser, system].filter((name) => name !== '')
  return names.length === 0 ? t('people.unknown_device') : names.join(' · ')
}

function Network({ session }: { session: Session }) {
  const t = useTranslate()
  const { address, other_users: others, suspended_users: suspended } = session
  return (
    <span>
      <bdi dir="ltr" className="ms-2 text-sm text-ink-2">
        {address}
      </bdi>{' '}
      {others > 0 && (
        <span className="text-sm text-ink-3">
          {suspended > 0
            ? t('people.used_by_suspended', { count: suspended })
            : t('people.used_by_others', { count: others })}
        </span>
      )}
    </span>
  )
}
