import type { TimelineRevision, TimelineRow } from '@stoa/contract/features/activity'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { DiffView } from '../../../ui/diff-view.tsx'
import { WordDiff } from '../../../ui/word-diff.tsx'
import { RollBackButton } from './roll-back-button.tsx'
import { canRollBackTo } from './timeline-rows.ts'
import type { TimelineData } from './timeline.server.ts'
import type { DiffMode } from './timeline-url.ts'

type RevisionPanelProps = {
  row: TimelineRow
  info: TimelineData['info']
  mode: DiffMode
  comparison: NonNullable<TimelineData['comparison']>
}

/** What a revision changed, and the button that restores it. */
export function RevisionPanel({ row, info, mode, comparison }: RevisionPanelProps) {
  const t = useTranslate()
  const { new_revision: after, old_revision: before } = comparison
  if (after === null) return null
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-md font-semibold">
          {before === null
            ? t('timeline.first_version')
            : t('timeline.changes_since', { from: row.version - 1, to: row.version })}
        </h2>
        {canRollBackTo(row, info) && <RollBackButton row={row} info={info} />}
      </div>
      <Fields before={before} after={after} />
      <DiffView
        before={before?.original_text ?? ''}
        after={after.original_text}
        mode={before === null ? 'inline' : mode}
        caption={t('timeline.diff_caption', { version: row.version })}
        addedLabel={t('timeline.added')}
        removedLabel={t('timeline.removed')}
        gapText={(count) => t('timeline.gap', { count })}
      />
    </div>
  )
}

type FieldsProps = { before: TimelineRevision | null; after: TimelineRevision }

/** Title, slug and tags, where the object has them. */
function Fields({ before, after }: FieldsProps) {
  const t = useTranslate()
  const labels = { added: t('timeline.added'), removed: t('timeline.removed') }
  const words = (from: string | undefined, to: string) => (
    <WordDiff before={from ?? to} after={to} labels={labels} />
  )
  return (
    <dl className="grid gap-2 text-md [&_dt]:text-sm [&_dt]:text-ink-3">
      {after.title !== '' && (
        <div>
          <dt>{t('timeline.field_title')}</dt>
          <dd className="font-serif text-lg font-semibold">{words(before?.title, after.title)}</dd>
        </div>
      )}
      {after.slug_name !== '' && (
        <div>
          <dt>{t('timeline.field_slug')}</dt>
          <dd>{words(before?.slug_name, after.slug_name)}</dd>
        </div>
      )}
      {after.tags.length > 0 && (
        <div>
          <dt>{t('timeline.field_tags')}</dt>
          <dd className="flex flex-wrap gap-1.5">
            <TagChanges before={before?.tags ?? after.tags} after={after.tags} />
          </dd>
        </div>
      )}
    </dl>
  )
}

type TagChangesProps = Record<'before' | 'after', TimelineRevision['tags']>

function TagChanges({ before, after }: TagChangesProps) {
  const t = useTranslate()
  const has = (tags: TimelineRevision['tags'], slug: string) =>
    tags.some((tag) => tag.slug_name === slug)
  const removed = before.filter((tag) => !has(after, tag.slug_name))
  const chip = 'inline-flex min-h-6 items-center rounded-sm px-2 text-xs font-medium'
  return (
    <>
      {after.map((tag) =>
        has(before, tag.slug_name) ? (
          <span key={tag.slug_name} className={`${chip} bg-wash text-ink-2`}>
            <bdi>{tag.display_name}</bdi>
          </span>
        ) : (
          <ins key={tag.slug_name} className={`${chip} bg-ok-mark no-underline`}>
            <span className="sr-only">{t('timeline.added')} </span>
            <span aria-hidden="true">+&nbsp;</span>
            <bdi>{tag.display_name}</bdi>
          </ins>
        ),
      )}
      {removed.map((tag) => (
        <del key={tag.slug_name} className={`${chip} bg-bad-mark`}>
          <span className="sr-only">{t('timeline.removed')} </span>
          <bdi>{tag.display_name}</bdi>
        </del>
      ))}
    </>
  )
}
