import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import type { Outcome } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TagPicker } from '../../../ui/tag-picker.tsx'
import { toTagNames } from '../../content/tags/tag-names.ts'
import { toTagOption, useTagSearch } from '../../content/tags/use-tag-search.ts'

type TagsDialogProps = {
  count: number
  notice: string
  isSending: boolean
  onClose: () => void
  onSubmit: (added: string[], removed: string[]) => Promise<Outcome<unknown>>
}

export function TagsDialog({ count, notice, isSending, onClose, onSubmit }: TagsDialogProps) {
  const t = useTranslate()
  const [added, setAdded] = useState<string[]>([])
  const [removed, setRemoved] = useState<string[]>([])
  const [error, setError] = useState<string>()
  async function submit() {
    if (added.length + removed.length === 0) return setError(t('error.bulk.no_tags'))
    const outcome = await onSubmit(added, removed)
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }
  return (
    <FormDialog
      title={t('bulk.title.change_tags', { count })}
      description={`${t('bulk.text.change_tags')} ${notice}`}
      submitLabel={t('bulk.do.change_tags')}
      cancelLabel={t('moderate.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Tags label={t('bulk.add_tags')} chosen={added} onChosen={setAdded} error={undefined} />
      <Tags label={t('bulk.remove_tags')} chosen={removed} onChosen={setRemoved} error={error} />
    </FormDialog>
  )
}

type TagsProps = {
  label: string
  chosen: string[]
  onChosen: (tags: string[]) => void
  error: string | undefined
}

/** Existing tags only: a bulk action creates none by mistake. */
function Tags({ label, chosen, onChosen, error }: TagsProps) {
  const t = useTranslate()
  const { count } = useFormats()
  const [query, setQuery] = useState('')
  const matches = useTagSearch(query)
  const isUnknown = toTagNames(query).length > 0 && matches.length === 0
  return (
    <Field label={label} error={error}>
      <TagPicker
        name="tag"
        chosen={chosen}
        onChosen={onChosen}
        query={query}
        onQuery={setQuery}
        options={matches
          .filter(({ slug }) => !chosen.includes(slug))
          .map((match) => toTagOption(match, count))}
        listLabel={t('synonyms.found')}
        removeLabel={(tag) => t('ask.tag_remove', { tag })}
        max={limits.tags.max}
        message={isUnknown ? t('tag_merge.none') : undefined}
      />
    </Field>
  )
}
