import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { Radio } from '../../ui/radio-group.tsx'
import { useOpenDraft } from '../drafts/use-open-draft.ts'
import type { Choice, MergePart } from './merge-texts.ts'
import type { Merging } from './merging.server.ts'

type MergeViewProps = {
  merging: Merging
  postId: string
  /** Why it could not be sent. */
  problem: string | undefined
}

/** Two texts of one post: what only one side touched is merged, the rest is chosen. A plain form does it all. */
export function MergeView({ merging, postId, problem }: MergeViewProps) {
  const t = useTranslate()
  useOpenDraft({ kind: 'edit', objectId: postId })
  const top = useRef<HTMLDivElement>(null)
  // It takes the place of a form whose end the person was at.
  useEffect(() => top.current?.focus(), [])
  const { formMethod, state } = useNavigation()
  const isSending = state !== 'idle' && formMethod === 'POST'
  const { title, content, mine, by } = merging
  const conflicts = [title, ...content].filter(({ kind }) => kind === 'conflict').length
  return (
    <Form method="post" className="mt-6 grid gap-6">
      <div ref={top} tabIndex={-1} className="scroll-mt-24 outline-none">
        <Notice tone="warn" live title={t('merge.title')}>
          {t('merge.text', { name: by })}
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
      <input type="hidden" name="merging" value={merging.version} />
      {Object.entries(mine).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {title.kind === 'conflict' && (
        <Conflict part={title} name="choice_title" number={1} by={by} />
      )}
      <div className="grid gap-3 font-mono text-sm leading-[1.65]">
        {numbered(content, title.kind === 'conflict' ? 2 : 1).map(({ part, index, number }, at) =>
          part.kind === 'conflict' ? (
            <Conflict key={at} part={part} name={`choice_${index}`} number={number} by={by} />
          ) : (
            <Merged key={at} part={part} by={by} />
          ),
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 border-t border-line pt-5">
        <Button type="submit" variant="primary" size="lg" loading={isSending}>
          {t('merge.save')}
        </Button>
        <Button type="submit" name="intent" value="edit" variant="ghost" size="lg">
          {t('merge.edit')}
        </Button>
      </div>
    </Form>
  )
}

/** Each conflict with its place among the conflicts, and the number people see. */
function numbered(parts: readonly MergePart[], first: number) {
  let index = 0
  return parts.map((part) => {
    const own = index
    if (part.kind === 'conflict') index += 1
    return { part, index: own, number: first + own }
  })
}

/** Long agreement is folded. */
const shownLines = 6

type Agreed = Exclude<MergePart, { kind: 'conflict' }>

const LOOK = {
  mine: 'border-s-2 border-accent-ink bg-accent-tint',
  theirs: 'border-s-2 border-ok bg-ok-tint',
  same: 'border-s-2 border-transparent',
}

function Merged({ part, by }: { part: Agreed; by: string }) {
  const t = useTranslate()
  const { kind, lines } = part
  const isFolded = kind === 'same' && lines.length > shownLines
  const shown = isFolded ? lines.slice(-2) : lines
  return (
    <div className={classNames('rounded-e-md px-3 py-1.5', LOOK[kind])}>
      {kind !== 'same' && (
        <p className="pb-0.5 font-sans text-xs font-semibold text-ink-2">
          {kind === 'mine' ? t('merge.from_mine') : t('merge.from_theirs', { name: by })}
        </p>
      )}
      {isFolded && (
        <p className="font-sans text-xs text-ink-3">
          {t('merge.gap', { count: lines.length - shown.length })}
        </p>
      )}
      <Lines lines={shown} isRemoval={kind !== 'same' && lines.length === 0} />
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
  by: string
}

/** Side by side where there is room, one below the other where there is not. */
function Conflict({ part, name, number, by }: ConflictProps) {
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
          label={t('merge.theirs', { name: by })}
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
