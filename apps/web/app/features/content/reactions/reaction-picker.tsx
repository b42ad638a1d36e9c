import { emojis, type Emoji } from '@stoa/contract/features/reactions'
import { useState, type ReactNode } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { ReactionIcon } from './reaction-icon.tsx'

type ReactionPickerProps = {
  trigger: ReactNode
  isActive: (emoji: Emoji) => boolean
  onToggle: (emoji: Emoji) => void
}

export function ReactionPicker({ trigger, isActive, onToggle }: ReactionPickerProps) {
  const t = useTranslate()
  const [open, setOpen] = useState(true)
  return (
    <Popover
      label={t('reaction.add')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
    >
      <div className="-m-2 flex gap-1">
        {emojis.map((emoji) => (
          <IconButton
            key={emoji}
            label={t(`reaction.${emoji}`)}
            aria-pressed={isActive(emoji)}
            icon={<ReactionIcon emoji={emoji} />}
            onClick={() => {
              onToggle(emoji)
              setOpen(false)
            }}
          />
        ))}
      </div>
    </Popover>
  )
}
