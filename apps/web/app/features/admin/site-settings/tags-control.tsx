import { useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TagPicker } from '../../../ui/tag-picker.tsx'
import { toTagNames } from '../../content/tags/tag-names.ts'
import { toTagOption, useTagSearch } from '../../content/tags/use-tag-search.ts'
import { FieldAttributesProvider } from '../../../ui/field.tsx'
import { attributesOf, type ControlProps } from './control-props.ts'

export function TagsControl({ draft, onChange }: ControlProps) {
  const t = useTranslate()
  const { count } = useFormats()
  const chosen = draft.input as string[]
  const [query, setQuery] = useState('')
  const matches = useTagSearch(query)
  const { name: _, ...attributes } = attributesOf(draft)
  return (
    <FieldAttributesProvider attributes={attributes}>
      <TagPicker
        name={draft.field.name}
        chosen={chosen}
        onChosen={onChange}
        query={query}
        onQuery={setQuery}
        options={matches
          .filter(({ slug }) => !chosen.includes(slug))
          .map((match) => toTagOption(match, count))}
        listLabel={t('ask.tags_suggested')}
        removeLabel={(tag) => t('ask.tag_remove', { tag })}
        create={(input) => toTagNames(input)[0] ?? null}
      />
    </FieldAttributesProvider>
  )
}
