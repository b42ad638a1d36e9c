import { setSynonyms } from '@stoa/contract/features/tags'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { TagPicker } from '../../../ui/tag-picker.tsx'
import { toTagNames } from './tag-names.ts'
import { toTagOption, useTagSearch } from './use-tag-search.ts'

export type Synonym = { slug_name: string; display_name: string }

type SynonymsEditorProps = {
  tag: { tag_id: string; slug_name: string; display_name: string }
  synonyms: Synonym[]
  onClose: () => void
}

export function SynonymsEditor({ tag, synonyms, onClose }: SynonymsEditorProps) {
  const t = useTranslate()
  const { count } = useFormats()
  const { run, error, isSending } = useMutation({
    send: (call, names: string[]) =>
      call(setSynonyms, {
        tag_id: tag.tag_id,
        synonym_tag_list: names.map((slug_name) => ({ slug_name })),
      }),
    showsFieldError: true,
    revalidates: true,
  })
  const [chosen, setChosen] = useState(() => synonyms.map(({ slug_name }) => slug_name))
  const [query, setQuery] = useState('')
  const matches = useTagSearch(query)

  async function save() {
    const outcome = await run([...new Set([...chosen, ...toTagNames(query)])])
    if (outcome.ok) onClose()
  }

  return (
    <div className="grid gap-3 pt-1">
      <Field
        label={t('synonyms.names')}
        hint={t('synonyms.hint', { name: tag.display_name })}
        error={error}
      >
        <TagPicker
          name="synonym"
          chosen={chosen}
          onChosen={setChosen}
          query={query}
          onQuery={setQuery}
          options={matches
            .filter(({ slug }) => slug !== tag.slug_name && !chosen.includes(slug))
            .map((match) => toTagOption(match, count))}
          listLabel={t('synonyms.found')}
          removeLabel={(name) => t('ask.tag_remove', { tag: name })}
          max={limits.synonyms.max}
          create={(text) => toTagNames(text)[0] ?? null}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="sm" loading={isSending} onClick={() => void save()}>
          {t('synonyms.save')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {t('tag_editor.cancel')}
        </Button>
      </div>
    </div>
  )
}
