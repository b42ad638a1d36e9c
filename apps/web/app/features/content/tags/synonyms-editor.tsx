import { setSynonyms } from '@stoa/contract/features/tags'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { TagPicker } from '../../../ui/tag-picker.tsx'
import { useAction } from '../../site/captcha/use-action.ts'
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
  const { revalidate } = useRevalidator()
  const runAction = useAction()
  const [chosen, setChosen] = useState(() => synonyms.map(({ slug_name }) => slug_name))
  const [query, setQuery] = useState('')
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const matches = useTagSearch(query)

  async function save() {
    const names = [...new Set([...chosen, ...toTagNames(query)])]
    setSaving(true)
    const outcome = await runAction(setSynonyms, {
      tag_id: tag.tag_id,
      synonym_tag_list: names.map((slug_name) => ({ slug_name })),
    })
    setSaving(false)
    if (!outcome.ok) return setError(outcome.fields['synonym_tag_list'])
    await revalidate()
    onClose()
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
        <Button variant="primary" size="sm" loading={isSaving} onClick={() => void save()}>
          {t('synonyms.save')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {t('tag_editor.cancel')}
        </Button>
      </div>
    </div>
  )
}
