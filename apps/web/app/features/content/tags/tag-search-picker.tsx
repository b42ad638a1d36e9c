import { useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TagPicker } from '../../../ui/tag-picker.tsx'
import { toTagNames } from './tag-names.ts'
import { toTagOption, useTagSearch } from './use-tag-search.ts'

type TagSearchPickerProps = {
  name: string
  chosen: string[]
  onChosen: (tags: string[]) => void
}

/** Any tags, also those that do not exist yet. */
export function TagSearchPicker({ name, chosen, onChosen }: TagSearchPickerProps) {
  const t = useTranslate()
  const { count } = useFormats()
  const [query, setQuery] = useState('')
  const matches = useTagSearch(query)
  return (
    <TagPicker
      name={name}
      chosen={chosen}
      onChosen={onChosen}
      query={query}
      onQuery={setQuery}
      options={matches
        .filter(({ slug }) => !chosen.includes(slug))
        .map((match) => toTagOption(match, count))}
      listLabel={t('ask.tags_suggested')}
      removeLabel={(tag) => t('ask.tag_remove', { tag })}
      create={(input) => toTagNames(input)[0] ?? null}
    />
  )
}
