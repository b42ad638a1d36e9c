import type { MemberAction } from '@stoa/contract/features/posts'
import {
  CornerDownRight,
  Lock,
  LockOpen,
  MessageSquare,
  MessagesSquare,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { RemovalDialog } from './removal-dialog.tsx'
import { TargetDialog } from './target-dialog.tsx'
import { type ModeratedContent, useContentModeration } from './use-content-moderation.ts'

type Action = MemberAction['action']

const icons: Partial<Record<Action, LucideIcon>> = {
  lock: Lock,
  unlock: LockOpen,
  convert_to_comment: MessageSquare,
  convert_to_answer: MessagesSquare,
  move: CornerDownRight,
  delete_permanently: Trash2,
}

type ContentMenuProps = {
  content: ModeratedContent
  actions: readonly MemberAction[]
  trigger: ReactNode
}

/** The menu with its dialogs. Loaded on demand, so the menu is open at first. */
export function ContentMenu({ content, actions, trigger }: ContentMenuProps) {
  const [dialog, setDialog] = useState<Action | null>(null)
  const onClose = () => setDialog(null)
  return (
    <>
      <Menu
        defaultOpen
        trigger={trigger}
        items={actions.map(({ action, name }) => {
          const Icon = icons[action]
          return {
            id: action,
            label: name,
            danger: action === 'delete_permanently',
            icon: Icon && <Icon className="icon" aria-hidden="true" />,
            onSelect: () => setDialog(action),
          }
        })}
      />
      {(dialog === 'lock' || dialog === 'unlock' || dialog === 'convert_to_answer') && (
        <ConfirmStep content={content} action={dialog} onClose={onClose} />
      )}
      {(dialog === 'convert_to_comment' || dialog === 'move') && (
        <TargetDialog content={content} action={dialog} onClose={onClose} />
      )}
      {dialog === 'delete_permanently' && <RemovalDialog content={content} onClose={onClose} />}
    </>
  )
}

type ConfirmStepProps = {
  content: ModeratedContent
  action: 'lock' | 'unlock' | 'convert_to_answer'
  onClose: () => void
}

function ConfirmStep({ content, action, onClose }: ConfirmStepProps) {
  const t = useTranslate()
  const { run, isSending } = useContentModeration(content, { showsFieldError: false })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`content_mod.${action}_title`)}
      description={t(`content_mod.${action}_text`)}
      confirmLabel={t(`action.${action}`)}
      cancelLabel={t('content_mod.cancel')}
      loading={isSending}
      onConfirm={() => void run({ action, id: content.id }).then(onClose)}
    />
  )
}
