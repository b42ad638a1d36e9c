import type { Emoji, Reactions } from '@stoa/contract/features/reactions'
import { lazy, Suspense, useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useActionButtonProps } from '../../../kernel/login-redirect.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { AddReaction, Reaction } from '../../../ui/reaction.tsx'
import { ReactionIcon } from './reaction-icon.tsx'
import { useReactions } from './use-reactions.ts'

// Loaded on demand: most readers never react.
const ReactionPicker = lazy(async () => {
  const module = await import('./reaction-picker.tsx')
  return { default: module.ReactionPicker }
})

type ReactionRowProps = { postId: string; reactions: Reactions['reaction_summary'] }

export function ReactionRow({ postId, reactions }: ReactionRowProps) {
  const t = useTranslate()
  const buttonProps = useActionButtonProps()
  const { count } = useFormats()
  const { shown, isActive, toggle } = useReactions(postId, reactions)
  return (
    <div role="group" aria-label={t('reaction.label')} className="flex flex-wrap gap-1.5">
      {shown.map(({ emoji, count: total, tooltip, is_active }) => (
        <Reaction
          key={emoji}
          {...buttonProps}
          icon={<ReactionIcon emoji={emoji} />}
          count={count(total)}
          label={t(`reaction.${emoji}`)}
          title={tooltip}
          pressed={is_active}
          onToggle={() => toggle(emoji)}
        />
      ))}
      <AddReactionButton isActive={isActive} onToggle={toggle} />
    </div>
  )
}

type AddReactionButtonProps = {
  isActive: (emoji: Emoji) => boolean
  onToggle: (emoji: Emoji) => void
}

function AddReactionButton(props: AddReactionButtonProps) {
  const t = useTranslate()
  const [isPickerOpen, setPickerOpen] = useState(false)
  const button = (
    <AddReaction
      data-needs-script=""
      label={t('reaction.add')}
      onClick={() => setPickerOpen(true)}
    />
  )
  if (!isPickerOpen) return button
  return (
    <Suspense fallback={button}>
      <ReactionPicker {...props} trigger={button} />
    </Suspense>
  )
}
