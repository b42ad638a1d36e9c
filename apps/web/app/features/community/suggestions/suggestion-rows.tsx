import type { OwnSuggestion } from '@stoa/contract/features/suggestions'
import type { SuggestionState } from '@stoa/contract/features/revisions'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import type { Site } from '../../../kernel/visit.ts'
import { Link } from '../../../ui/link.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'
import { tagInfoPath } from '../../content/tags/tag-path.ts'
import { SuggestionDiff, type SuggestionTexts } from './suggestion-diff.tsx'

const tones = {
  open: 'plain',
  approved: 'ok',
  improved: 'ok',
  rejected: 'bad',
  conflict: 'warn',
  no_change: 'plain',
} as const satisfies Record<SuggestionState, string>

const noTexts: SuggestionTexts = { title: '', slug_name: '', content: '', tags: [] }

/** The viewer's suggested edits with their state and changes. */
export function SuggestionRows({ list, label }: { list: OwnSuggestion[]; label: string }) {
  return (
    <ol aria-label={label}>
      {list.map((suggestion) => (
        <SuggestionRow key={suggestion.id} suggestion={suggestion} />
      ))}
    </ol>
  )
}

function SuggestionRow({ suggestion }: { suggestion: OwnSuggestion }) {
  const t = useTranslate()
  const { site } = useVisit()
  const { id, state, object_type: kind, reason, before, after } = suggestion
  return (
    <li id={`suggestion-${id}`} className="scroll-mt-20 border-b border-line py-3">
      <h3 className="font-serif text-title leading-snug font-semibold tracking-row text-pretty">
        <Link href={contentPath(suggestion, site.permalink)} className="hit hover:text-accent-ink">
          <bdi>{suggestion.title}</bdi>
        </Link>
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-3">
        <StatusLabel tone={tones[state]}>{t(`suggestion.state.${state}`)}</StatusLabel>
        <span>{t(`suggestion.kind.${kind}`)}</span>
        <RelativeTime at={suggestion.decided_at || suggestion.created_at} />
      </p>
      {reason !== '' && (
        <blockquote
          className="mt-2 max-w-measure border-s-2 border-line-strong ps-3 text-md break-words text-ink-2"
          dir="auto"
        >
          {reason}
        </blockquote>
      )}
      {suggestion.edit_summary !== '' && (
        <p className="mt-1 text-md break-words text-ink-2" dir="auto">
          {suggestion.edit_summary}
        </p>
      )}
      <details className="mt-1">
        <summary className="min-h-target py-1.5 text-sm font-medium text-ink-2">
          {t('suggestion.changes')}
        </summary>
        <div className="pb-2">
          <SuggestionDiff kind={kind} before={before ?? noTexts} after={after} />
        </div>
      </details>
    </li>
  )
}

function contentPath(suggestion: OwnSuggestion, permalink: Site['permalink']): string {
  const { object_type, question_id: id, answer_id, url_title } = suggestion
  if (object_type === 'tag') return tagInfoPath(url_title)
  const question = { id, url_title }
  return object_type === 'question'
    ? questionPath(question, permalink)
    : answerPath(question, answer_id, permalink)
}
