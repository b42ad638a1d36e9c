import type { AdminQuestion } from '@stoa/contract/features/content-admin'
import { reasonsFor } from '@stoa/contract/features/reasons'
import { limits } from '@stoa/contract/limits'
import {
  Check,
  Ellipsis,
  Eye,
  EyeOff,
  History,
  Lock,
  LockOpen,
  type LucideIcon,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { DuplicateField } from '../../content/questions/duplicate-field.tsx'
import { questionTimelinePath } from '../../content/questions/permalink.ts'
import { ReasonDialog } from '../../content/shared/reason-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { useQuestionChange } from './use-post-change.ts'

const icon = (Icon: LucideIcon) => <Icon className="icon" aria-hidden="true" />

/** The actions on one question that its status allows. */
export function QuestionMenu({ question }: { question: AdminQuestion }) {
  const t = useTranslate()
  const [dialog, setDialog] = useState<'close' | 'remove' | null>(null)
  const { run, isSending } = useQuestionChange(question.id)
  const { status, show, pin, title } = question
  const close: MenuItem = {
    id: 'close',
    label: t('content_admin.close'),
    icon: icon(Lock),
    onSelect: () => setDialog('close'),
  }
  const listing: MenuItem =
    show === 1
      ? {
          id: 'hide',
          label: t('content_admin.unlist'),
          icon: icon(EyeOff),
          disabled: pin === 2,
          onSelect: () => void run({ kind: 'hide' }),
        }
      : {
          id: 'show',
          label: t('content_admin.list'),
          icon: icon(Eye),
          onSelect: () => void run({ kind: 'show' }),
        }
  const remove: MenuItem = {
    id: 'delete',
    label: t('content_admin.delete'),
    icon: icon(Trash2),
    danger: true,
    onSelect: () => void run({ kind: 'delete' }),
  }
  const items: Record<AdminQuestion['status'], MenuItem[]> = {
    1: [close, listing, remove],
    2: [
      {
        id: 'reopen',
        label: t('content_admin.reopen'),
        icon: icon(LockOpen),
        onSelect: () => void run({ kind: 'reopen' }),
      },
      listing,
      remove,
    ],
    10: [
      {
        id: 'restore',
        label: t('content_admin.restore'),
        icon: icon(Undo2),
        onSelect: () => void run({ kind: 'restore' }),
      },
      {
        id: 'remove',
        label: t('content_admin.remove'),
        icon: icon(Trash2),
        danger: true,
        onSelect: () => setDialog('remove'),
      },
    ],
    11: [
      {
        id: 'approve',
        label: t('content_admin.approve'),
        icon: icon(Check),
        onSelect: () => void run({ kind: 'approve' }),
      },
      remove,
    ],
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={t('content_admin.actions_on', { title })}
            icon={icon(Ellipsis)}
            disabled={isSending}
          />
        }
        items={[
          {
            kind: 'link',
            id: 'history',
            label: t('content_admin.history'),
            icon: icon(History),
            href: questionTimelinePath(question.id),
          },
          { kind: 'line', id: 'line' },
          ...items[status],
        ]}
      />
      {dialog === 'close' && (
        <ReasonDialog
          texts={{
            title: t('close.title'),
            text: t('close.text'),
            submit: t('close.submit'),
            noteHint: t('close.note_hint'),
          }}
          reasons={reasonsFor('question', 'close') ?? []}
          maxLength={limits.closeMessage.max}
          isSending={isSending}
          onClose={() => setDialog(null)}
          onSubmit={(reason, message) => run({ kind: 'close', reason, message })}
          renderUrlField={(field) => <DuplicateField question={question} {...field} />}
        />
      )}
      {dialog === 'remove' && (
        <RemoveDialog
          title={t('content_admin.remove_title')}
          isSending={isSending}
          onClose={() => setDialog(null)}
          onSubmit={(reason) => run({ kind: 'remove', reason })}
        />
      )}
    </>
  )
}
