import type { Emoji, Reactions } from '@stoa/contract/features/reactions'
import { lazy, Suspense, useState } from 'react'
import { useFormats } from '../../kernel/formats.ts'
import { useGate } from '../../kernel/login-first.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { AddReaction, Reaction } from '../../ui/reaction.tsx'
import { Face } from './face.tsx'
import { useReactions } from './use-reactions.ts'

// Most readers never react: what they choose from is fetched by those who do.
const ReactionPicker = lazy(async () => {
  const module = await import('./reaction-picker.tsx')
  return { default: module.ReactionPicker }
})

type ReactionRowProps = { postId: string; reactions: Reactions['reaction_summary'] }

/** The emoji on a post, and one to add. */
export function ReactionRow({ postId, reactions }: ReactionRowProps) {
  const t = useTranslate()
  const gate = useGate()
  const { count } = useFormats()
  const { shown, toggle } = useReactions(postId, reactions)
  return (
    <div role="group" aria-label={t('reaction.label')} className="flex flex-wrap gap-1.5">
      {shown.map(({ emoji, count: times, tooltip, is_active }) => (
        <Reaction
          key={emoji}
          {...gate}
          icon={<Face emoji={emoji} />}
          count={count(times)}
          label={t('reaction.pill', { name: t(`reaction.${emoji}`), count: times })}
          title={tooltip}
          pressed={is_active}
          onToggle={() => toggle(emoji)}
        />
      ))}
      <Add isChosen={(emoji) => isActive(shown, emoji)} onToggle={toggle} />
    </div>
  )
}

function isActive(list: Reactions['reaction_summary'], emoji: Emoji): boolean {
  return list.some((reaction) => reaction.emoji === emoji && reaction.is_active)
}

type AddProps = {
  isChosen: (emoji: Emoji) => boolean
  onToggle: (emoji: Emoji) => void
}

function Add(props: AddProps) {
  const t = useTranslate()
  const [isWanted, setWanted] = useState(false)
  const button = (
    <AddReaction data-needs-script="" label={t('reaction.add')} onClick={() => setWanted(true)} />
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ReactionPicker {...props} trigger={button} />
    </Suspense>
  )
}
