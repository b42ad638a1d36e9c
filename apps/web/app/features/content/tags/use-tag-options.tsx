import { useMemo } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import type { ListOption } from '../../../ui/listbox.tsx'
import { toTagNames } from './tag-names.ts'
import type { TagRules } from './tag-rules.ts'
import { useTagSuggestions } from './use-tag-suggestions.ts'

/** Suggestions for the query, or the recommended tags if it is empty. */
export function useTagOptions(query: string, chosen: readonly string[], rules: TagRules) {
  const t = useTranslate()
  const { count } = useFormats()
  const { tags, query: loadedQuery } = useTagSuggestions(query)
  const existing = useMemo(() => new Set(tags.map((tag) => tag.slug_name)), [tags])
  const isAvailable = (name: string) => !chosen.includes(name) && !rules.reserved.includes(name)
  if (query.trim() === '') {
    const options = rules.recommended.filter(isAvailable).map((name) => ({
      value: name,
      label: name,
      hint: t(rules.isRequired ? 'ask.tag_one_of' : 'ask.tag_recommended'),
    }))
    return { options, existing, isLoaded: false }
  }
  const options: ListOption[] = tags
    .filter((tag) => isAvailable(tag.slug_name))
    .map((tag) => ({
      value: tag.slug_name,
      label: <HighlightedPrefix name={tag.display_name} prefix={query.trim()} />,
      hint: tag.excerpt,
      end: count(tag.question_count),
    }))
  const name = toTagNames(query)[0]?.toLowerCase()
  const isNew = name !== undefined && !existing.has(name) && isAvailable(name)
  if (isNew && rules.newTagRequirement === '' && loadedQuery === query) {
    options.push({ value: name, label: t('ask.tag_create', { tag: name }), isNew: true })
  }
  return { options, existing, isLoaded: loadedQuery === query }
}

function HighlightedPrefix({ name, prefix }: { name: string; prefix: string }) {
  const isMatch = name.toLowerCase().startsWith(prefix.toLowerCase())
  if (!isMatch) return <bdi>{name}</bdi>
  return (
    <bdi>
      <b className="text-accent-ink">{name.slice(0, prefix.length)}</b>
      {name.slice(prefix.length)}
    </bdi>
  )
}
