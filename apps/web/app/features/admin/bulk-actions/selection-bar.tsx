import { reasonsFor } from '@stoa/contract/features/reasons'
import { limits } from '@stoa/contract/limits'
import { Eye, EyeOff, Lock, Tags, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-dialog.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { ReasonDialog } from '../../content/shared/reason-dialog.tsx'
import { RemoveDialog } from '../content-admin/remove-dialog.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import { type ListFilter, useStart } from './use-start.ts'
import type { Selection } from './use-selection.ts'

type PlainAction = 'delete' | 'undelete' | 'list' | 'unlist'
type DialogAction = PlainAction | 'close' | 'change_tags' | 'delete_permanently'

type SelectionBarProps = {
  selection: Selection
  list: ListFilter
  status: 'normal' | 'closed' | 'deleted' | 'pending'
  /** Posts that match the filter, and whether there are more of them. */
  count: number
  isPart: boolean
  /** Whether all of this page is selected. */
  isPageSelected: boolean
}

const ofQuestions = {
  normal: ['change_tags', 'close', 'unlist', 'list', 'delete'],
  closed: ['change_tags', 'unlist', 'list', 'delete'],
  pending: ['delete'],
  deleted: ['undelete', 'delete_permanently'],
} as const satisfies Record<string, readonly DialogAction[]>

const ofAnswers = {
  normal: ['delete'],
  closed: [],
  pending: ['delete'],
  deleted: ['undelete', 'delete_permanently'],
} as const satisfies Record<string, readonly DialogAction[]>

const icons = {
  change_tags: Tags,
  close: Lock,
  unlist: EyeOff,
  list: Eye,
  delete: Trash2,
  undelete: Undo2,
  delete_permanently: Trash2,
}

/** What can be done with all that is selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, list, status, count, isPart, isPageSelected } = props
  const t = useTranslate()
  const { number } = useFormats()
  const [asked, setAsked] = useState<DialogAction | null>(null)
  const isMore = isPart || count > limits.bulkAction.matching
  const most = isMore ? limits.bulkAction.matching : count
  const selected = selection.isAll ? most : selection.ids.size
  if (selected === 0) return null
  const allKey = isMore ? 'bulk.all_selected_capped' : 'bulk.all_selected'
  const textKey = selection.isAll ? allKey : 'bulk.selected'
  const actions: readonly DialogAction[] = (
    list.object_type === 'question' ? ofQuestions : ofAnswers
  )[status]
  return (
    <>
      {isPageSelected && <SelectAll selection={selection} count={most} isMore={isMore} />}
      <BulkBar
        label={t('bulk.actions')}
        text={t(textKey, { count: number(selected) })}
        actions={actions.map((action) => {
          const Icon = icons[action]
          return {
            id: action,
            label: t(`bulk.do.${action}`),
            icon: <Icon className="icon" aria-hidden="true" />,
            danger: action === 'delete' || action === 'delete_permanently',
            onSelect: () => setAsked(action),
          }
        })}
        clearLabel={t('bulk.clear')}
        onClear={selection.clear}
      />
      {asked !== null && (
        <BulkDialog
          action={asked}
          count={selected}
          selection={selection}
          list={list}
          notice={selection.isAll && isMore ? t('bulk.up_to', { count: number(most) }) : ''}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

type SelectAllProps = { selection: Selection; count: number; isMore: boolean }

/** Offers to select what matches on the other pages too. */
function SelectAll({ selection, count, isMore }: SelectAllProps) {
  const t = useTranslate()
  if (selection.isAll || count <= selection.ids.size) return null
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-2 text-sm text-ink-2" role="status">
      {t('bulk.page_selected')}
      <TextButton onClick={selection.selectAll}>
        {t(isMore ? 'bulk.select_all_capped' : 'bulk.select_all', { count })}
      </TextButton>
    </p>
  )
}

type BulkDialogProps = {
  action: DialogAction
  count: number
  selection: Selection
  list: ListFilter
  /** Says that there are more posts than can be changed at once; empty otherwise. */
  notice: string
  onClose: () => void
}

function BulkDialog({ action, count, selection, list, notice, onClose }: BulkDialogProps) {
  const t = useTranslate()
  const { run, error, isSending } = useStart({ selection, list })
  const isAnswers = list.object_type === 'answer'
  if (action === 'close')
    return (
      <ReasonDialog
        texts={{
          title: t('bulk.title.close', { count }),
          text: `${t('bulk.text.close')} ${notice}`,
          submit: t('close.submit'),
          noteHint: t('close.note_hint'),
        }}
        reasons={reasonsFor('question', 'close') ?? []}
        maxLength={limits.closeMessage.max}
        isSending={isSending}
        onClose={onClose}
        onSubmit={(close_type, close_msg) => run({ action, close_type, close_msg })}
        renderUrlField={({ value, onChange, error: fieldError }) => (
          <Field label={t('close.original')} required error={fieldError}>
            <TextInput
              type="url"
              inputMode="url"
              dir="ltr"
              value={value}
              placeholder={t('reason.url_placeholder')}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          </Field>
        )}
      />
    )
  if (action === 'change_tags')
    return (
      <TagsDialog
        count={count}
        notice={notice}
        isSending={isSending}
        onClose={onClose}
        onSubmit={(add_tags, remove_tags) => run({ action, add_tags, remove_tags })}
      />
    )
  if (action === 'delete_permanently')
    return (
      <RemoveDialog
        title={t(isAnswers ? 'bulk.remove_answers' : 'bulk.remove_questions', { count })}
        notice={notice}
        isSending={isSending}
        onClose={onClose}
        onSubmit={(reason) => run({ action, reason })}
      />
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(isAnswers ? `bulk.answers.${toAnswerAction(action)}` : `bulk.title.${action}`, {
        count,
      })}
      description={
        <>
          {t(`bulk.text.${action}`)} {notice}
          <FormError>{error}</FormError>
        </>
      }
      confirmLabel={t(`bulk.do.${action}`)}
      cancelLabel={t('moderate.cancel')}
      danger={action === 'delete'}
      loading={isSending}
      onConfirm={() => void run({ action })}
    />
  )
}

function toAnswerAction(action: PlainAction) {
  return action === 'undelete' ? 'undelete' : 'delete'
}
