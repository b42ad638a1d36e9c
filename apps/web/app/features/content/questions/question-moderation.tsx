import {
  CircleCheck,
  CircleX,
  Eye,
  EyeOff,
  Lock,
  LockOpen,
  Pin,
  PinOff,
  Shield,
  ShieldOff,
  Trash2,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { RemovalDialog } from '../shared/removal-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { isModeration } from './moderation-button.tsx'
import {
  type ModeratedQuestion,
  type ModerationAction,
  type PlainAction,
  useModeration,
} from './use-moderation.ts'

const icons = {
  close: CircleX,
  reopen: CircleCheck,
  pin: Pin,
  unpin: PinOff,
  hide: EyeOff,
  show: Eye,
  protect: Shield,
  unprotect: ShieldOff,
  lock: Lock,
  unlock: LockOpen,
  delete_permanently: Trash2,
}

type QuestionModerationProps = { question: ModeratedQuestion; trigger: ReactNode }

/** The menu with its dialogs. Loaded on demand, so the menu is open at first. */
export function QuestionModeration({ question, trigger }: QuestionModerationProps) {
  const [dialog, setDialog] = useState<ModerationAction | null>(null)
  const onClose = () => setDialog(null)
  return (
    <>
      <Menu
        defaultOpen
        trigger={trigger}
        items={question.member_actions.filter(isModeration).map(({ action, name }) => {
          const Icon = icons[action]
          return {
            id: action,
            label: name,
            danger: action === 'delete_permanently',
            icon: <Icon className="icon" aria-hidden="true" />,
            onSelect: () => setDialog(action),
          }
        })}
      />
      {dialog === 'close' && <CloseDialog question={question} onClose={onClose} />}
      {dialog === 'delete_permanently' && (
        <RemovalDialog content={{ id: question.id, kind: 'question' }} onClose={onClose} />
      )}
      {dialog !== null && dialog !== 'close' && dialog !== 'delete_permanently' && (
        <ConfirmModeration question={question} action={dialog} onClose={onClose} />
      )}
    </>
  )
}

type ConfirmModerationProps = {
  question: ModeratedQuestion
  action: PlainAction
  onClose: () => void
}

function ConfirmModeration({ question, action, onClose }: ConfirmModerationProps) {
  const t = useTranslate()
  const { run, isSending } = useModeration(question, { showsFieldError: false })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`moderate.${action}_title`)}
      description={t(`moderate.${action}_text`)}
      confirmLabel={t(`action.${action}`)}
      cancelLabel={t('moderate.cancel')}
      loading={isSending}
      onConfirm={() => void run({ action }).then(onClose)}
    />
  )
}
