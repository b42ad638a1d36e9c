import { Avatar, type AvatarSize } from '../avatar.tsx'
import { BadgeChip } from '../badge-chip.tsx'
import { Count, CountBubble } from '../count.tsx'
import { HoverCard } from '../hover-card.tsx'
import { Medals } from '../medal.tsx'
import { TagChip } from '../tag-chip.tsx'
import { RowTags } from '../row-tags.tsx'
import { TagList } from '../tag-list.tsx'
import { TextLink } from '../text-link.tsx'
import { Time } from '../time.tsx'
import { UserCard, UserLine, type UserSummary } from '../user-card.tsx'
import { UserPreview } from '../user-preview.tsx'
import { Cluster, Sample } from './sample.tsx'

const SIZES: AvatarSize[] = ['xs', 'sm', 'md', 'lg', 'xl', '2xl']
const NAMES = [
  'Inès Moreau',
  'Wen Zhao',
  'ليلى حداد',
  '王伟',
  'bestdeals_4412',
  'Ö',
  'Gus Lindqvist',
]

const USER: UserSummary = {
  name: 'Tomás Rivera',
  href: '/users/tomas',
  reputation: '24.1k',
  reputationTitle: '24,118',
}

const MEDALS = (
  <Medals
    medals={[
      { level: 'gold', count: '2', label: '2 gold badges' },
      { level: 'silver', count: '14', label: '14 silver badges' },
      { level: 'bronze', count: '41', label: '41 bronze badges' },
    ]}
  />
)

const askedAt = <Time at={1760000000} text="Asked 3 days ago" title="9 October 2025, 08:53" />

function UserCards() {
  return (
    <Sample title="Users">
      <Cluster>
        {SIZES.map((size) => (
          <Avatar key={size} name="Leila Haddad" size={size} />
        ))}
      </Cluster>
      <Cluster>
        {NAMES.map((name) => (
          <Avatar key={name} name={name} size="lg" />
        ))}
      </Cluster>
      <UserCard user={USER} caption={askedAt} medals={MEDALS} />
      <UserCard user={{ ...USER, role: 'Moderator' }} caption="Answered yesterday" />
      <UserCard user={{ name: 'Deleted user' }} caption="Asked in 2021" />
      <UserCard
        user={{ ...USER, name: 'Hubert-Blaine-Wolfeschlegelsteinhausenbergerdorff' }}
        caption={askedAt}
        medals={MEDALS}
      />
      <Cluster>
        <UserLine user={USER} />
        <p>
          Asked by{' '}
          <HoverCard
            trigger={
              <TextLink href="/users/tomas" tone="quiet">
                Tomás Rivera
              </TextLink>
            }
          >
            <UserPreview
              user={{ ...USER, role: 'Moderator' }}
              since="Member since March 2021"
              bio="Database engineer. I mostly answer questions about PostgreSQL."
              reputationLabel="reputation"
              medals={MEDALS}
            />
          </HoverCard>
          .
        </p>
      </Cluster>
    </Sample>
  )
}

function Chips() {
  return (
    <Sample title="Tags, badges, numbers">
      <TagList label="Tags">
        <TagChip name="postgresql" href="/tags/postgresql" followed />
        <TagChip name="query-planner" href="/tags/query-planner" />
        <TagChip name="meta" href="/tags/meta" kind={{ type: 'reserved', label: 'reserved' }} />
        <TagChip
          name="how-to"
          href="/tags/how-to"
          kind={{ type: 'recommended', label: 'recommended' }}
        />
        <TagChip name="a-tag-name-that-is-exactly-thirty-five" href="/tags/long" />
        <TagChip name="حلويات" href="/tags/sweets" />
      </TagList>
      <TagList label="Followed tags">
        <TagChip variant="large" name="typescript" href="/tags/typescript" count="9" />
        <TagChip variant="large" name="css" href="/tags/css" followed />
      </TagList>
      <RowTags
        label="Tags of a question"
        tags={['postgresql', 'query-planner', 'performance', 'indexes'].map((name) => ({
          name,
          href: '#',
        }))}
      />
      <Cluster>
        <BadgeChip name="First answer" href="/badges/1" level="bronze" levelLabel="Bronze" />
        <BadgeChip
          name="Good answer"
          href="/badges/2"
          level="silver"
          levelLabel="Silver"
          count="×4"
        />
        <BadgeChip name="Great answer" href="/badges/3" level="gold" levelLabel="Gold" />
        <Count text="24.1k" title="24,118" />
        <CountBubble text="3" label="3 unread" />
        <CountBubble text="99+" tone="tint" label="more than 99 pending" />
        <CountBubble text="+48" tone="gain" label="48 gained" />
      </Cluster>
    </Sample>
  )
}

export function UserSamples() {
  return (
    <>
      <UserCards />
      <Chips />
    </>
  )
}
