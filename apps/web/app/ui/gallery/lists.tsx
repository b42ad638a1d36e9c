import { Copy, Pin } from 'lucide-react'
import { Breadcrumb } from '../breadcrumb.tsx'
import { ListRow, RowList, RowListHead, RowLabel, type RowStat } from '../list-row.tsx'
import { Pager } from '../pager.tsx'
import { PageHead, Section } from '../section.tsx'
import { SidebarList } from '../shell/sidebar-list.tsx'
import { TabLinks } from '../tabs.tsx'
import { RowTags } from '../row-tags.tsx'
import { TextLink } from '../text-link.tsx'
import { UserLine } from '../user-card.tsx'
import { Sample } from './sample.tsx'

function stats(votes: string, answers: string, views: string, accepted = false): RowStat[] {
  return [
    { label: 'Votes', value: votes, unit: 'votes', tone: 'strong' },
    {
      label: 'Answers',
      value: answers,
      unit: 'answers',
      tone: accepted ? 'done' : answers === '0' ? 'faint' : 'strong',
      note: accepted ? 'accepted' : undefined,
    },
    { label: 'Views', value: views, unit: 'views', tone: 'faint' },
  ]
}

const tags = (...names: string[]) => (
  <RowTags
    label="Tags"
    tags={names.map((name, i) => ({ name, href: `/tags/${name}`, followed: i === 0 }))}
  />
)

const author = (name: string, reputation: string) => (
  <UserLine user={{ name, href: '/users/x', reputation }} />
)

function Rows() {
  return (
    <RowList label="Questions">
      <ListRow
        href="/questions/1"
        title="Read before posting: how to ask a good question"
        excerpt="Describe what you tried, what you expected and what happened instead. Include a small example that others can run, and the versions you use."
        stats={stats('61', '4', '18.2k', true)}
        start={
          <>
            <RowLabel icon={<Pin className="icon" aria-hidden="true" />}>Pinned</RowLabel>
            {tags('meta', 'how-to-ask')}
          </>
        }
        author={author('Inès Moreau', '24.1k')}
        time="pinned by a moderator"
      />
      <ListRow
        href="/questions/2"
        title="Why does Postgres stop using my partial index once the status filter is a bind parameter?"
        excerpt="Not shown: the long title takes this line."
        stats={stats('42', '3', '1.3k', true)}
        start={tags('postgresql', 'query-planner', 'pgx')}
        author={author('Tomás Rivera', '4,812')}
        time="modified 12 min ago"
      />
      <ListRow
        href="/questions/3"
        title="Pod is ready but the service refuses connections"
        state="closed"
        excerpt="The readiness probe passes and the endpoint slice is updated, but the first few requests still fail."
        stats={stats('−2', '0', '93')}
        start={
          <>
            <RowLabel tone="warn" icon={<Copy className="icon" aria-hidden="true" />}>
              Duplicate
            </RowLabel>
            {tags('kubernetes', 'networking')}
          </>
        }
        author={author('Dmitri Volkov', '47')}
        time="closed 8 hours ago"
      />
      <ListRow
        href="/questions/4"
        title="لماذا يتوقف PostgreSQL عن استخدام الفهرس الجزئي؟"
        excerpt="عندي جدول فيه 31 مليون تذكرة، وصفحة القائمة كانت تجيب في ثلاثة أجزاء من الألف من الثانية."
        stats={stats('31', '4', '5.6k')}
        start={tags('food-safety')}
        author={author('ليلى حداد', '212')}
        time="answered 2 hours ago"
      />
    </RowList>
  )
}

function Navigation() {
  return (
    <Sample title="Breadcrumb, tabs, pager">
      <Breadcrumb
        label="Breadcrumb"
        items={[
          { label: 'Tags', href: '/tags' },
          { label: 'postgresql', href: '/tags/postgresql' },
          { label: 'Edit' },
        ]}
      />
      <TabLinks
        line
        label="Accounts"
        items={[
          { href: '?state=all', label: 'All', count: '4,218', current: true },
          { href: '?state=staff', label: 'Staff', count: '9' },
          { href: '?state=pending', label: 'Pending', count: '4' },
          { href: '?state=suspended', label: 'Suspended', count: '17' },
        ]}
      />
      <Pager
        label="Pages"
        page={6}
        pages={40}
        hrefFor={(page) => `?page=${page}`}
        numberText={String}
        previousLabel="Previous"
        nextLabel="Next"
        aside="91 to 105 of 600"
      />
    </Sample>
  )
}

export function ListSamples() {
  return (
    <>
      <Sample title="List">
        <div>
          <PageHead title="Questions" note="12,480 questions" />
          <RowListHead columns={['Votes', 'Answers', 'Views']}>
            <TabLinks
              label="Sort"
              items={[
                { href: '?order=newest', label: 'Newest', current: true },
                { href: '?order=active', label: 'Active' },
                { href: '?order=unanswered', label: 'Unanswered' },
              ]}
              more={{
                label: 'More',
                items: [
                  { href: '?order=score', label: 'Highest score' },
                  { href: '?order=frequent', label: 'Frequent' },
                ],
              }}
            />
          </RowListHead>
          <Rows />
        </div>
      </Sample>
      <Navigation />
      <Sample title="Sidebar">
        <div className="max-w-sidebar">
          <Section
            title="Hot this week"
            size="sm"
            aside={
              <TextLink href="/questions?order=hot" tone="quiet">
                See all
              </TextLink>
            }
          >
            <SidebarList
              label="Hot this week"
              items={[
                {
                  href: '/questions/5',
                  number: '128',
                  title: 'Why is my cast iron sticky after seasoning with flaxseed oil?',
                  note: '14 answers',
                  done: true,
                },
                {
                  href: '/questions/6',
                  number: '71',
                  title: 'Can I freeze a roux, or will it separate?',
                  note: '6 answers',
                },
              ]}
            />
          </Section>
        </div>
      </Sample>
    </>
  )
}
