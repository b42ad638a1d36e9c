import type { RevisionContent } from '@stoa/contract/features/revisions'
import type { ReactNode } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { DiffView } from '../../../ui/diff-view.tsx'

export type SuggestionTexts = Pick<RevisionContent, 'title' | 'slug_name' | 'content'> & {
  tags: readonly { slug_name: string; display_name: string }[]
}

type SuggestionDiffProps = {
  kind: 'question' | 'answer' | 'tag'
  /** What the suggestion is compared with: usually the current content. */
  before: SuggestionTexts
  after: SuggestionTexts
  mode?: 'inline' | 'split'
}

/** What a suggested edit changes: the title or the names, the tags and the text, word by word. */
export function SuggestionDiff({ kind, before, after, mode = 'inline' }: SuggestionDiffProps) {
  const t = useTranslate()
  const isRetagged = slugsOf(before) !== slugsOf(after)
  const parts = [
    { label: t(kind === 'tag' ? 'suggestion.name' : 'suggestion.title'), field: 'title' },
    { label: t('suggestion.slug'), field: 'slug_name' },
    { label: t('suggestion.text'), field: 'content' },
  ] as const
  const changed = parts.filter(({ field }) => before[field] !== after[field])
  if (changed.length === 0 && !isRetagged) {
    return <p className="text-md text-ink-3">{t('suggestion.none_changed')}</p>
  }
  return (
    <div className="grid gap-4">
      {changed.map(({ label, field }) => (
        <Part key={field} label={label}>
          <DiffView
            before={before[field]}
            after={after[field]}
            mode={mode}
            caption={label}
            addedLabel={t('suggestion.added')}
            removedLabel={t('suggestion.removed')}
            gapText={(count) => t('suggestion.gap', { count })}
          />
        </Part>
      ))}
      {isRetagged && (
        <Part label={t('suggestion.tags')}>
          <TagDiff before={before.tags} after={after.tags} />
        </Part>
      )}
    </div>
  )
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h4 className="mb-1.5 text-sm font-semibold text-ink-2">{label}</h4>
      {children}
    </div>
  )
}

const slugsOf = ({ tags }: SuggestionTexts) =>
  tags
    .map((tag) => tag.slug_name)
    .toSorted()
    .join(' ')

type Tags = SuggestionTexts['tags']

/** Text besides the color: removed tags are struck through, added ones have a plus sign. */
function TagDiff({ before, after }: { before: Tags; after: Tags }) {
  const t = useTranslate()
  const isIn = (list: Tags, slug: string) => list.some((tag) => tag.slug_name === slug)
  const removed = before.filter((tag) => !isIn(after, tag.slug_name))
  return (
    <ul className="flex flex-wrap gap-2 text-sm">
      {removed.map((tag) => (
        <li key={tag.slug_name}>
          <span className="sr-only">{t('suggestion.removed')}</span>
          <del className="rounded-sm bg-bad-tint px-1.5 py-0.5" dir="auto">
            {tag.display_name}
          </del>
        </li>
      ))}
      {after.map((tag) =>
        isIn(before, tag.slug_name) ? (
          <li key={tag.slug_name}>
            <span className="rounded-sm bg-wash px-1.5 py-0.5" dir="auto">
              {tag.display_name}
            </span>
          </li>
        ) : (
          <li key={tag.slug_name}>
            <span className="sr-only">{t('suggestion.added')}</span>
            <ins className="rounded-sm bg-ok-tint px-1.5 py-0.5 no-underline" dir="auto">
              <span aria-hidden="true">+ </span>
              {tag.display_name}
            </ins>
          </li>
        ),
      )}
    </ul>
  )
}
