import { getPerson } from '@stoa/contract/features/people'
import { data, redirect } from 'react-router'
import { PersonHead } from '../../features/people/person-head.tsx'
import { mayOpen, personTabs, tabPath } from '../../features/personal/person-tabs.ts'
import { SitePage } from '../../features/site/site-page.tsx'
import { personPath } from '../../features/users/use-person.ts'
import { apiFrom, locationOf } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { useFormats } from '../../kernel/formats.ts'
import { toPostText } from '../../kernel/html-store.server.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import { loadTab } from './person-tab.server.ts'
import { PersonTabView } from './person-tab.tsx'
import type { Route } from './+types/person.ts'

const gone = 410

export async function loader(args: Route.LoaderArgs) {
  const { username } = args.params
  const wanted = 'tab' in args.params ? args.params.tab : 'overview'
  const tab = personTabs.find((known) => known === wanted)
  if (tab === undefined) throw data(null, { status: 404 })
  const { bio, bio_html, ...person } = await apiFrom(args).call(getPerson, { username })
  const { viewer } = args.context.get(visitContext)
  const isOwn = viewer?.id === person.id
  if (!mayOpen(tab, isOwn)) throw data(null, { status: 404 })
  const isGone = person.status === 'deleted'
  if (!isGone && person.username !== username) {
    const [, search] = locationOf(args.request).split('?')
    const path = tabPath(person.username, tab)
    throw redirect(search === undefined ? path : `${path}?${search}`, 301)
  }
  const page = {
    person,
    about: bio.slice(0, 200),
    bio: bio_html === '' ? null : toPostText(args.context, `person-${person.id}`, bio_html),
    isOwn,
    shown: isGone ? null : await loadTab(args, tab, person.username),
  }
  return data(page, isGone ? { status: gone } : undefined)
}

export default function PersonPage({ loaderData }: Route.ComponentProps) {
  const { person, about, bio, isOwn, shown } = loaderData
  const t = useTranslate()
  const { count } = useFormats()
  const tab = shown?.tab ?? 'overview'
  const name =
    person.username === '' ? person.display_name : `${person.display_name} (@${person.username})`
  const counts = { answers: person.answer_count, questions: person.question_count }
  return (
    <SitePage>
      <PageTitle
        title={tab === 'overview' ? name : `${t(`person.${tab}`)} - ${name}`}
        description={about || t('person.description', { name: person.display_name })}
        canonical={withQuery(tabPath(person.username, tab), addressOf(shown))}
        hidden={person.status !== 'normal' || !mayOpen(tab, false)}
        type="profile"
        feed={
          person.status === 'normal'
            ? { path: `${personPath(person.username)}/feed.atom`, title: person.display_name }
            : undefined
        }
      />
      {person.status_msg !== '' && <Notice tone="warn">{person.status_msg}</Notice>}
      <PersonHead person={person} bio={bio} isOwn={isOwn} />
      {shown && (
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-6">
          <TabLinks
            label={t('person.tabs', { name: person.display_name })}
            line
            items={personTabs
              .filter((known) => mayOpen(known, isOwn))
              .map((known) => ({
                href: tabPath(person.username, known),
                label: t(`person.${known}`),
                current: known === tab,
                count: known in counts ? count(counts[known as keyof typeof counts]) : undefined,
              }))}
          />
          <PersonTabView person={person} isOwn={isOwn} shown={shown} />
        </div>
      )}
    </SitePage>
  )
}

/** What else the address of a tab says. */
function addressOf(shown: Route.ComponentProps['loaderData']['shown']) {
  if (shown === null || !('page' in shown)) return {}
  const order = 'order' in shown && shown.order !== 'newest' ? shown.order : undefined
  return { order, page: shown.page > 1 ? shown.page : undefined }
}
