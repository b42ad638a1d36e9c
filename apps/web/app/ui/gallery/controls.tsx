import { Bell, Bookmark, Flag, Heart, Pencil, Plus, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink, type ButtonVariant } from '../button.tsx'
import { IconButton, IconButtonLink } from '../icon-button.tsx'
import { Reaction } from '../reaction.tsx'
import { SegmentLinks, Segments } from '../segments.tsx'
import { TextButton } from '../text-button.tsx'
import { TextLink } from '../text-link.tsx'
import { VoteControl } from '../vote-control.tsx'
import { Cluster, Sample } from './sample.tsx'

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger']
const ICON = 'icon'

function Buttons() {
  return (
    <Sample title="Buttons">
      <Cluster>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
      </Cluster>
      <Cluster>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} disabled>
            disabled
          </Button>
        ))}
      </Cluster>
      <Cluster>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} loading>
            Posting
          </Button>
        ))}
      </Cluster>
      <Cluster>
        <Button size="sm" icon={<Plus className={ICON} aria-hidden="true" />}>
          Small
        </Button>
        <Button size="lg" variant="primary">
          Large
        </Button>
        <ButtonLink href="/dev/gallery" variant="secondary">
          A link
        </ButtonLink>
      </Cluster>
      <Button block>Full width</Button>
    </Sample>
  )
}

function Actions() {
  const [isBookmarked, setBookmarked] = useState(true)
  const [liked, setLiked] = useState(true)
  return (
    <Sample title="Icon buttons, links, actions">
      <Cluster>
        <IconButton label="Follow" icon={<Bell className={ICON} aria-hidden="true" />} />
        <IconButton
          label="Bookmark"
          aria-pressed={isBookmarked}
          onClick={() => setBookmarked(!isBookmarked)}
          icon={<Bookmark className={ICON} aria-hidden="true" />}
        />
        <IconButton label="Flag" disabled icon={<Flag className={ICON} aria-hidden="true" />} />
        <IconButton label="Edit" size="sm" icon={<Pencil className={ICON} aria-hidden="true" />} />
        <IconButtonLink
          label="Add"
          href="/dev/gallery"
          icon={<Plus className={ICON} aria-hidden="true" />}
        />
      </Cluster>
      <p>
        A sentence with <TextLink href="/dev/gallery">a link</TextLink> and{' '}
        <TextLink href="/dev/gallery" tone="quiet">
          a quiet link
        </TextLink>
        .
      </p>
      <Cluster>
        <TextButton icon={<Share2 className={ICON} aria-hidden="true" />}>Share</TextButton>
        <TextButton icon={<Pencil className={ICON} aria-hidden="true" />}>Edit</TextButton>
        <TextButton disabled icon={<Flag className={ICON} aria-hidden="true" />}>
          Flag
        </TextButton>
        <Reaction
          icon={<Heart className={ICON} aria-hidden="true" />}
          count={liked ? '13' : '12'}
          label="Thanks"
          pressed={liked}
          onToggle={() => setLiked(!liked)}
        />
        <Reaction
          icon={<Heart className={ICON} aria-hidden="true" />}
          count="4"
          label="Insightful"
          pressed={false}
          onToggle={() => undefined}
        />
      </Cluster>
    </Sample>
  )
}

function Votes() {
  const [ownVote, setOwnVote] = useState<'up' | 'down' | null>('up')
  const score = 41 + (ownVote === 'up' ? 1 : ownVote === 'down' ? -1 : 0)
  const labels = { label: 'Vote', upLabel: 'Vote up', downLabel: 'Vote down' }
  return (
    <Sample title="Vote control">
      <div className="flex flex-wrap gap-10">
        <VoteControl
          {...labels}
          score={String(score)}
          scoreLabel={`${score} votes`}
          ownVote={ownVote}
          onVote={(direction) => setOwnVote(direction === ownVote ? null : direction)}
        >
          <IconButton label="Bookmark" icon={<Bookmark className={ICON} aria-hidden="true" />} />
        </VoteControl>
        <VoteControl {...labels} score="−2" scoreLabel="−2 votes" ownVote={null} />
        <VoteControl {...labels} score="12.4k" scoreLabel="12,400 votes" ownVote="down" />
        <VoteControl {...labels} score="0" scoreLabel="0 votes" ownVote={null} disabled />
      </div>
    </Sample>
  )
}

function SegmentedControls() {
  const [view, setView] = useState<'write' | 'both' | 'preview'>('both')
  return (
    <Sample title="Segmented control">
      <Cluster>
        <Segments
          label="View"
          name="view"
          value={view}
          onChange={setView}
          items={[
            { value: 'write', label: 'Write' },
            { value: 'both', label: 'Both' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
        <SegmentLinks
          label="Period"
          items={[
            { href: '?days=7', label: '7 days' },
            { href: '?days=30', label: '30 days', current: true },
            { href: '?days=90', label: '90 days' },
          ]}
        />
      </Cluster>
    </Sample>
  )
}

export function ControlSamples() {
  return (
    <>
      <Buttons />
      <Actions />
      <Votes />
      <SegmentedControls />
    </>
  )
}
