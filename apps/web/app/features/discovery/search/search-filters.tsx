import type { SearchOrder } from '@stoa/contract/features/search'
import { limits } from '@stoa/contract/limits'
import { SlidersHorizontal } from 'lucide-react'
import { Form } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { TagField } from '../../content/tags/tag-field.tsx'
import { noTagRules } from '../../content/tags/tag-rules.ts'
import { ageChoices, answerChoices, kindChoices, toFilters } from './query-parts.ts'

/** A form that writes search operators: the query text holds the whole search. */
export function SearchFilters({ text, order }: { text: string; order: SearchOrder }) {
  const t = useTranslate()
  const filters = toFilters(text)
  const unknownTag = t('search.unknown_tag')
  return (
    <details className="group">
      <summary className="hit inline-flex min-h-8 cursor-pointer list-none items-center gap-1.5 text-sm text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <SlidersHorizontal className="icon" aria-hidden="true" />
        {t('search.narrow')}
      </summary>
      <Form
        key={text}
        action="/search"
        method="get"
        className="mt-2 mb-4 grid gap-4 border-s-2 border-line-strong ps-4 md:grid-cols-3"
      >
        <input type="hidden" name="q" value={text} />
        {order !== 'relevance' && <input type="hidden" name="order" value={order} />}
        <Field label={t('search.kind')}>
          <Select
            name="is"
            defaultValue={filters.is}
            options={kindChoices.map((kind) => ({
              value: kind,
              label: t(kind === '' ? 'search.any_kind' : `search.only.${kind}`),
            }))}
          />
        </Field>
        <Field label={t('search.answered')}>
          <Select
            name="answered"
            defaultValue={filters.answered}
            options={answerChoices.map((choice) => ({
              value: choice,
              label: t(choice === '' ? 'search.any_answers' : `search.answers.${choice}`),
            }))}
          />
        </Field>
        <Field label={t('search.date')}>
          <Select
            name="after"
            defaultValue={filters.after}
            options={[...new Set([...ageChoices, filters.after])].map((age) => ({
              value: age,
              label: toAgeLabel(t, age),
            }))}
          />
        </Field>
        <Field label={t('search.score')}>
          <TextInput
            name="score"
            type="number"
            min={0}
            inputMode="numeric"
            defaultValue={filters.score}
            dir="ltr"
          />
        </Field>
        <Field label={t('search.tags')}>
          <TagField
            control={{ name: 'tag', defaultValue: filters.tag }}
            rules={{ ...noTagRules, newTagRequirement: unknownTag }}
            unknownText={unknownTag}
          />
        </Field>
        <Field label={t('search.author')}>
          <TextInput
            name="user"
            defaultValue={filters.user}
            maxLength={limits.username.max}
            autoCapitalize="none"
            autoComplete="off"
            dir="ltr"
          />
        </Field>
        <div className="self-end">
          <Button type="submit">{t('search.apply')}</Button>
        </div>
      </Form>
    </details>
  )
}

/** A date that was typed is an option of its own. */
function toAgeLabel(t: ReturnType<typeof useTranslate>, after: string): string {
  const age = ageChoices.find((choice) => choice === after)
  if (age === undefined) return `after:${after}`
  return t(age === '' ? 'search.any_date' : `search.date.${age}`)
}
