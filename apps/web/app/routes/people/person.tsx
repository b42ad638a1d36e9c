import { getPerson } from '@stoa/contract/features/people'
import { data, redirect } from 'react-router'
import { PersonHead } from '../../features/people/person-head.tsx'
import { SitePage } from '../../features/site/site-page.tsx'
import { personPath } from '../../features/users/use-person.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { useFormats } from '../../kernel/formats.ts'
import { toPostText } from '../../kernel/html-store.server.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Figures } from '../../ui/chart/figures.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import type { Route } from './+types/person.ts'

const tabs = ['overview'] as const
const gone = 410

export async function loader(args: Route.LoaderArgs) {
  const { username } = args.params
  const tab = tabs.find((known) => known === ('tab' in args.params ? args.params.tab : 'overview'))
  if (tab === undefined) throw data(null, { status: 404 })
  const { bio, bio_html, ...person } = await apiFrom(args).call(getPerson, { username })
  const isGone = person.status === 'deleted'
  if (!isGone && person.username !== username) throw redirect(personPath(person.username), 301)
  const { viewer } = args.context.get(visitContext)
  const page = {
    person,
    about: bio.slice(0, 200),
    bio: bio_html === '' ? null : toPostText(args.context, `person-${person.id}`, bio_html),
    tab,
    isOwn: viewer?.id === person.id,
  }
  return data(page, isGone ? { status: gone } : undefined)
}

export default function PersonPage({ loaderData }: Route.ComponentProps) {
  const { person, about, bio, tab, isOwn } = loaderData
  const t = useTranslate()
  const { number } = useFormats()
  const path = personPath(person.username)
  const title =
    person.username === '' ? person.display_name : `${person.display_name} (@${person.username})`
  return (
    <SitePage>
      <PageTitle
        title={title}
        description={about}
        canonical={path}
        hidden={person.status !== 'normal'}
        type="profile"
        feed={
          person.status === 'normal'
            ? { path: `${path}/feed.atom`, title: person.display_name }
            : undefined
        }
      />
      {person.status_msg !== '' && <Notice tone="warn">{person.status_msg}</Notice>}
      <PersonHead person={person} bio={bio} isOwn={isOwn} />
      {person.status !== 'deleted' && (
        <div className="mt-8 grid gap-6">
          <TabLinks
            label={t('person.tabs', { name: person.display_name })}
            line
            items={tabs.map((name) => ({
              href: path,
              label: t(`person.${name}`),
              current: name === tab,
            }))}
          />
          <Figures
            figures={[
              { label: t('person.reputation'), value: number(person.rank) },
              { label: t('person.questions'), value: number(person.question_count) },
            ]}
          />
          {person.question_count === 0 && <Quiet name={person.display_name} isOwn={isOwn} />}
        </div>
      )}
    </SitePage>
  )
}

/** Nothing to read here yet; on one's own page, what to do about it. */
function Quiet({ name, isOwn }: { name: string; isOwn: boolean }) {
  const t = useTranslate()
  if (!isOwn) return <EmptyState title={t('person.quiet', { name })} />
  return (
    <EmptyState
      title={t('person.own_quiet')}
      action={<ButtonLink href="/questions/ask">{t('nav.ask')}</ButtonLink>}
    >
      <p>{t('person.own_quiet_text')}</p>
    </EmptyState>
  )
}
