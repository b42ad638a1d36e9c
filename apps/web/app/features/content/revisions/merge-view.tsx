import type { Choice, MergePart } from '@stoa/markdown/merge'
import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Radio } from '../../../ui/radio-group.tsx'
import { useOpenDraft } from '../drafts/use-open-draft.ts'
import type { EditMerge } from './merging.server.ts'

type MergeViewProps = {
  merge: EditMerge
  postId: string
  /** Why it could not be submitted. */
  problem: string | undefined
}

/** Shows the merged text and a choice for each conflict. Works without JavaScript. */
export function MergeView({ merge, postId, problem }: MergeViewProps) {
  const t = useTranslate()
  useOpenDraft({ kind: 'edit', objectId: postId })
  const top = useRef<HTMLDivElement>(null)
  // It replaces the form, whose end the user had scrolled to.
  useEffect(() => top.current?.focus(), [])
  const { formMethod, state } = useNavigation()
  const isSubmitting = state !== 'idle' && formMethod === 'POST'
  const { title, content, mine, editorName } = merge
  const conflicts = [title, ...content].filter(({ kind }) => kind === 'conflict').length
  return (
    <Form method="post" className="mt-6 grid gap-6">
      <div ref={top} tabIndex={-1} className="scroll-mt-24 outline-none">
        <Notice tone="warn" live title={t('merge.title')}>
          {t('merge.text', { name: editorName })}
        </Notice>
      </div>
      {problem !== undefined && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <p className="text-md text-ink-2">
        {conflicts === 0 ? t('merge.all_merged') : t('merge.conflicts', { count: conflicts })}
      </p>
      <input type="hidden" name="merging" value={merge.version} />
      {Object.entries(mine).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {title.kind === 'conflict' && (
        <Conflict part={title} name="choice_title" number={1} editorName={editorName} />
      )}
      <div className="grid gap-3 font-mono text-sm leading-[1.65]">
        {numberConflicts(content, title.kind === 'conflict' ? 2 : 1).map(
          ({ part, index, number }, position) =>
            part.kind === 'conflict' ? (
              <Conflict
                key={position}
                part={part}
                name={`choice_${index}`}
                number={number}
                editorName={editorName}
              />
            ) : (
              <MergedLines key={position} part={part} editorName={editorName} />
            ),
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 border-t border-line pt-5">
        <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
          {t('merge.save')}
        </Button>
        <Button type="submit" name="intent" value="edit" variant="ghost" size="lg">
          {t('merge.edit')}
        </Button>
      </div>
    </Form>
  )
}

/** Adds the index of each conflict, and the number that is shown. */
function numberConflicts(parts: readonly MergePart[], first: number) {
  let index = 0
  return parts.map((part) => {
    const conflictIndex = index
    if (part.kind === 'conflict') index += 1
    return { part, index: conflictIndex, number: first + conflictIndex }
  })
}

/** Longer unchanged parts are collapsed. */
const maxUnchangedLines = 6

type MergedPart = Exclude<MergePart, { kind: 'conflict' }>

const partClasses = {
  mine: 'border-s-2 border-accent-ink bg-accent-tint',
  theirs: 'border-s-2 border-ok bg-ok-tint',
  same: 'border-s-2 border-transparent',
}

function MergedLines({ part, editorName }: { part: MergedPart; editorName: string }) {
  const t = useTranslate()
  const { kind, lines } = part
  const isCollapsed = kind === 'same' && lines.length > maxUnchangedLines
  const visibleLines = isCollapsed ? lines.slice(-2) : lines
  return (
    <div className={classNames('rounded-e-md px-3 py-1.5', partClasses[kind])}>
      {kind !== 'same' && (
        <p className="pb-0.5 font-sans text-xs font-semibold text-ink-2">
          {kind === 'mine' ? t('merge.from_mine') : t('merge.from_theirs', { name: editorName })}
        </p>
      )}
      {isCollapsed && (
        <p className="font-sans text-xs text-ink-3">
          {t('merge.gap', { count: lines.length - visibleLines.length })}
        </p>
      )}
      <Lines lines={visibleLines} isRemoval={kind !== 'same' && lines.length === 0} />
    </div>
  )
}

function Lines({ lines, isRemoval }: { lines: readonly string[]; isRemoval: boolean }) {
  const t = useTranslate()
  if (isRemoval) return <p className="font-sans text-ink-3 italic">{t('merge.removed')}</p>
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap text-ink">
      {lines.join('\n') || '\u00a0'}
    </p>
  )
}

type ConflictProps = {
  part: Extract<MergePart, { kind: 'conflict' }>
  name: string
  number: number
  editorName: string
}

function Conflict({ part, name, number, editorName }: ConflictProps) {
  const t = useTranslate()
  return (
    <fieldset className="rounded-md border border-line-strong p-3">
      <legend className="px-1 font-sans text-sm font-semibold">
        {t('merge.choose', { number: String(number) })}
      </legend>
      <div className="grid gap-3 md:grid-cols-2">
        <Side name={name} value="mine" label={t('merge.mine')} lines={part.mine} isFirst />
        <Side
          name={name}
          value="theirs"
          label={t('merge.theirs', { name: editorName })}
          lines={part.theirs}
        />
      </div>
      {name !== 'choice_title' && (
        <label className="mt-2 flex min-h-[max(2rem,var(--target))] w-fit cursor-pointer items-center gap-2 px-1 font-sans text-md">
          <Radio name={name} value="both" />
          {t('merge.both')}
        </label>
      )}
    </fieldset>
  )
}

type SideProps = {
  name: string
  value: Choice
  label: string
  lines: readonly string[]
  isFirst?: boolean
}

function Side({ name, value, label, lines, isFirst = false }: SideProps) {
  return (
    <label className="block cursor-pointer rounded-md border border-line p-2.5 has-checked:border-accent-ink has-checked:bg-accent-tint">
      <span className="flex min-h-[max(1.75rem,var(--target))] items-center gap-2 font-sans text-md font-medium">
        <Radio name={name} value={value} defaultChecked={isFirst} />
        {label}
      </span>
      <Lines lines={lines} isRemoval={lines.length === 0} />
    </label>
  )
}
