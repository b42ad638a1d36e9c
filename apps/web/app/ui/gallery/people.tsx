import { Avatar, type AvatarSize } from '../avatar.tsx'
import { BadgeChip } from '../badge-chip.tsx'
import { Count, CountBubble } from '../count.tsx'
import { HoverCard } from '../hover-card.tsx'
import { Medals } from '../medal.tsx'
import { TagChip } from '../tag-chip.tsx'
import { TagList } from '../tag-list.tsx'
import { TextLink } from '../text-link.tsx'
import { Time } from '../time.tsx'
import { UserCard, UserLine, type Person } from '../user-card.tsx'
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

const PERSON: Person = {
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

const asked = <Time at={1760000000} text="Asked 3 days ago" title="9 October 2025, 08:53" />

function People() {
  return (
    <Sample title="People">
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
      <UserCard person={PERSON} what={asked} medals={MEDALS} />
      <UserCard person={{ ...PERSON, role: 'Moderator' }} what="Answered yesterday" />
      <UserCard person={{ name: 'A former member' }} what="Asked in 2021" />
      <UserCard
        person={{ ...PERSON, name: 'Hubert-Blaine-Wolfeschlegelsteinhausenbergerdorff' }}
        what={asked}
        medals={MEDALS}
      />
      <Cluster>
        <UserLine person={PERSON} />
        <p>
          Asked by{' '}
          <HoverCard
            trigger={
              <TextLink href="/users/tomas" tone="quiet">
                hover me
              </TextLink>
            }
          >
            <UserPreview
              person={{ ...PERSON, role: 'Moderator' }}
              since="Here since March 2021"
              bio="Database engineer on weekdays, baker on Sundays."
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
        <TagChip name="meta" href="/tags/meta" kind={{ is: 'reserved', label: 'reserved' }} />
        <TagChip
          name="how-to"
          href="/tags/how-to"
          kind={{ is: 'recommended', label: 'recommended' }}
        />
        <TagChip name="a-tag-name-that-is-exactly-thirty-five" href="/tags/long" />
        <TagChip name="حلويات" href="/tags/sweets" />
      </TagList>
      <TagList label="Followed tags">
        <TagChip look="large" name="typescript" href="/tags/typescript" count="9" />
        <TagChip look="large" name="css" href="/tags/css" followed />
      </TagList>
      <TagList label="Tags of a row" plain>
        <TagChip look="plain" name="sourdough" href="/tags/sourdough" followed />
        <TagChip look="plain" name="fermentation" href="/tags/fermentation" />
      </TagList>
      <Cluster>
        <BadgeChip name="First light" href="/badges/1" level="bronze" levelLabel="Bronze" />
        <BadgeChip
          name="Good answer"
          href="/badges/2"
          level="silver"
          levelLabel="Silver"
          count="×4"
        />
        <BadgeChip name="Pillar" href="/badges/3" level="gold" levelLabel="Gold" />
        <Count text="24.1k" title="24,118" />
        <CountBubble text="3" label="3 unread" />
        <CountBubble text="99+" tone="tint" label="more than 99 waiting" />
        <CountBubble text="+48" tone="gain" label="48 gained" />
      </Cluster>
    </Sample>
  )
}

export function PeopleSamples() {
  return (
    <>
      <People />
      <Chips />
    </>
  )
}
