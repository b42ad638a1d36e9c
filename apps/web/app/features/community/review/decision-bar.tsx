import { Check, Eraser, EyeOff, Flag, Lock, MessageSquare, Pencil, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import type { DialogOperation } from './decision-dialog.tsx'
import type { DeskCase, DeskOperation } from './desk-case.ts'
import type { Desk } from './use-desk.ts'
import { useDeskKeys } from './use-desk-keys.ts'

type DecisionBarProps = {
  desk: Desk
  one: DeskCase
  isLocked: boolean
  onDialog: (operation: DialogOperation) => void
}

type Choice = { key: string; label: string; icon: ReactNode; isBad?: boolean; run: () => void }

export function DecisionBar({ desk, one, isLocked, onDialog }: DecisionBarProps) {
  const t = useTranslate()
  const choices = useChoices(desk, one, onDialog)
  useDeskKeys(
    isLocked ? {} : Object.fromEntries(choices.map(({ key, run }) => [key.toLowerCase(), run])),
  )
  return (
    <div
      role="toolbar"
      aria-label={t('review.decide')}
      data-bottom-bar=""
      className="sticky bottom-0 z-menu mt-auto flex flex-wrap items-center gap-2 border-t border-line-strong bg-paper py-3 max-md:-mx-page max-md:gap-1.5 max-md:px-page max-md:py-2 md:-ms-10 md:ps-10"
    >
      {choices.map(({ key, label, icon, isBad, run }) => (
        <Button
          key={key}
          icon={icon}
          disabled={isLocked}
          className={isBad ? 'enabled:text-bad! max-md:flex-1' : 'max-md:flex-1'}
          onClick={run}
        >
          {label} <KeyHint>{key}</KeyHint>
        </Button>
      ))}
      <div className="ms-auto flex items-center gap-2 text-sm text-ink-3">
        <Button size="sm" variant="ghost" onClick={() => void desk.skip()}>
          {t('review.skip')} <KeyHint>S</KeyHint>
        </Button>
        <UndoPart desk={desk} />
      </div>
    </div>
  )
}

/** What was decided last, for as long as it can be undone. */
export function UndoPart({ desk }: { desk: Desk }) {
  const t = useTranslate()
  return (
    <span className="flex items-center gap-2">
      <span role="status" className="inline-flex items-center gap-1.5">
        {desk.last !== null && (
          <>
            <Check className="icon text-ok" aria-hidden="true" />
            {t(`review.done.${desk.last.operation}`)}
          </>
        )}
      </span>
      <Button
        size="sm"
        variant="ghost"
        disabled={desk.last === null}
        onClick={() => void desk.undo()}
      >
        {t('delete.undo')} <KeyHint>Z</KeyHint>
      </Button>
    </span>
  )
}

export function KeyHint({ children }: { children: string }) {
  return (
    <kbd aria-hidden="true" className="text-xs max-md:hidden">
      {children}
    </kbd>
  )
}

function useChoices(
  desk: Desk,
  one: DeskCase,
  onDialog: (operation: DialogOperation) => void,
): Choice[] {
  const t = useTranslate()
  const { queue, id } = one
  const decide = (operation: DeskOperation) => () => void desk.decide({ queue, id, operation })
  const icon = (Icon: typeof Check) => <Icon className="icon" aria-hidden="true" />
  const edit = (label: string): Choice => ({
    key: 'E',
    label,
    icon: icon(Pencil),
    run: () => onDialog('edit'),
  })
  const note: Choice = {
    key: 'N',
    label: t('review.note'),
    icon: icon(MessageSquare),
    run: () => onDialog('note'),
  }
  if (one.queue === 'flagged_post') {
    const isQuestion = one.kind === 'question'
    const dialog = () => onDialog('close_post')
    return [
      { key: 'D', label: t('review.dismiss'), icon: icon(Check), run: decide('ignore_report') },
      edit(t('review.edit')),
      isQuestion &&
        !one.isClosed && { key: 'C', label: t('review.close'), icon: icon(Lock), run: dialog },
      isQuestion &&
        one.isListed && {
          key: 'U',
          label: t('review.unlist'),
          icon: icon(EyeOff),
          run: decide('unlist_post'),
        },
      {
        key: 'X',
        label: t('review.delete'),
        icon: icon(Trash2),
        isBad: true,
        run: decide('delete_post'),
      },
      note,
    ].filter((choice) => choice !== false)
  }
  if (one.queue === 'flagged_user')
    return [
      { key: 'D', label: t('review.dismiss'), icon: icon(Check), run: decide('ignore_report') },
      { key: 'U', label: t('review.uphold'), icon: icon(Flag), run: decide('uphold_report') },
      {
        key: 'R',
        label: t('review.reset_profile'),
        icon: icon(Eraser),
        isBad: true,
        run: () => onDialog('reset_profile'),
      },
      note,
    ]
  const canApprove = one.queue === 'queued_post' || one.applies !== 'conflict'
  return [
    canApprove && {
      key: 'A',
      label: t('review.approve'),
      icon: icon(Check),
      run: decide('approve'),
    },
    one.queue === 'suggested_post_edit' && edit(t('review.improve')),
    {
      key: 'R',
      label: t('review.reject'),
      icon: icon(X),
      isBad: true,
      run: () => onDialog('reject'),
    },
  ].filter((choice) => choice !== false)
}
