import { useMemo } from 'react'
import { useFormats } from '../../kernel/formats.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import type { ListOption } from '../../ui/listbox.tsx'
import { toTagNames } from './tag-names.ts'
import type { TagRules } from './tag-rules.ts'
import { useTagSuggestions } from './use-tag-suggestions.ts'

/** What the list under the picker offers: what was typed so far, or what is recommended before anything is. */
export function useTagOptions(query: string, chosen: readonly string[], rules: TagRules) {
  const t = useTranslate()
  const { count } = useFormats()
  const { tags, of } = useTagSuggestions(query)
  const known = useMemo(() => new Set(tags.map((tag) => tag.slug_name)), [tags])
  const isOpen = (name: string) => !chosen.includes(name) && !rules.reserved.includes(name)
  if (query.trim() === '') {
    const options = rules.recommended.filter(isOpen).map((name) => ({
      value: name,
      label: name,
      hint: t(rules.isRequired ? 'ask.tag_one_of' : 'ask.tag_recommended'),
    }))
    return { options, known, isAsked: false }
  }
  const options: ListOption[] = tags
    .filter((tag) => isOpen(tag.slug_name))
    .map((tag) => ({
      value: tag.slug_name,
      label: <Begun name={tag.display_name} with={query.trim()} />,
      hint: tag.excerpt,
      end: count(tag.question_count),
    }))
  const typed = toTagNames(query)[0]?.toLowerCase()
  const isFree = typed !== undefined && !known.has(typed) && isOpen(typed)
  if (isFree && rules.newTagsNeed === '' && of === query) {
    options.push({ value: typed, label: t('ask.tag_create', { tag: typed }) })
  }
  return { options, known, isAsked: of === query }
}

/** The part of a name that was typed already, in the accent. */
function Begun({ name, with: typed }: { name: string; with: string }) {
  const isStart = name.toLowerCase().startsWith(typed.toLowerCase())
  if (!isStart) return <bdi>{name}</bdi>
  return (
    <bdi>
      <b className="text-accent-ink">{name.slice(0, typed.length)}</b>
      {name.slice(typed.length)}
    </bdi>
  )
}
