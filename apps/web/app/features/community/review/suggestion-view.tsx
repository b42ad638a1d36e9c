import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { SuggestionDiff } from '../suggestions/suggestion-diff.tsx'
import type { SuggestedCase } from './desk-case.ts'

/** What the suggested edit changes in the current text. */
export function SuggestionView({ one }: { one: SuggestedCase }) {
  const t = useTranslate()
  const [mode, setMode] = useState<'inline' | 'split'>('inline')
  return (
    <>
      {one.summary !== '' && (
        <p
          dir="auto"
          className="border-s-2 border-line-strong ps-3.5 font-serif text-lg leading-body text-ink-2 italic"
        >
          {one.summary}
        </p>
      )}
      {one.applies !== 'clean' && (
        <Notice tone="warn">{t(`review.applies_text.${one.applies}`)}</Notice>
      )}
      <Section
        title={t('review.changes')}
        size="sm"
        aside={
          <Segments
            label={t('timeline.view')}
            name="view"
            value={mode}
            onChange={setMode}
            items={[
              { value: 'inline', label: t('timeline.view_inline') },
              { value: 'split', label: t('timeline.view_split') },
            ]}
          />
        }
      >
        <SuggestionDiff
          kind={one.kind}
          before={one.current}
          after={one.result ?? one.suggested}
          mode={mode}
        />
      </Section>
    </>
  )
}
