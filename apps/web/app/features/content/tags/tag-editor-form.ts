import { createTag, editTag } from '@stoa/contract/features/tags'
import type { InputOf } from '@stoa/contract/endpoint'
import { omitEmpty, type FormSpec } from '../../../kernel/form-spec.ts'

const textFields = ['display_name', 'slug_name', 'original_text'] as const
export type TagField = (typeof textFields)[number] | 'edit_summary' | 'version'

type TagTexts = { display_name: string; slug_name: string; original_text: string }

export const createTagForm = {
  fields: [...textFields, 'edit_summary', 'version'],
  schema: createTag.input,
  toInput: (values): InputOf<typeof createTag> => toTexts(values),
} satisfies FormSpec<TagField>

/** The page passes `version`; the action reads it from the hidden field. */
export const editTagForm = (tagId: string, version: number | null = null) =>
  ({
    fields: [...textFields, 'edit_summary', 'version'],
    schema: editTag.input,
    toInput: (values): InputOf<typeof editTag> => ({
      tag_id: tagId,
      ...toTexts(values),
      edit_summary: values.edit_summary,
      version: version ?? Number(values.version),
    }),
  }) satisfies FormSpec<TagField>

/** The description may be empty, the names may not. */
function toTexts({ display_name, slug_name, original_text }: TagTexts): TagTexts {
  return { ...omitEmpty({ display_name, slug_name }), original_text }
}
