import { createTag, editTag } from '@stoa/contract/features/tags'
import type { InputOf } from '@stoa/contract/endpoint'
import { filled, type FormSpec } from '../../kernel/form-spec.ts'

const texts = ['display_name', 'slug_name', 'original_text'] as const
export type TagField = (typeof texts)[number] | 'edit_summary' | 'version'

type TagTexts = { display_name: string; slug_name: string; original_text: string }

export const createTagForm = {
  fields: [...texts, 'edit_summary', 'version'],
  schema: createTag.input,
  toInput: (values): InputOf<typeof createTag> => textsOf(values),
} satisfies FormSpec<TagField>

/** The tag stands in the address; the version is that of the page, which is not typed by anyone. */
export const editTagForm = (tagId: string, version: number | null = null) =>
  ({
    fields: [...texts, 'edit_summary', 'version'],
    schema: editTag.input,
    toInput: (values): InputOf<typeof editTag> => ({
      tag_id: tagId,
      ...textsOf(values),
      edit_summary: values.edit_summary,
      version: version ?? Number(values.version),
    }),
  }) satisfies FormSpec<TagField>

/** The description may be empty; a name may not. */
function textsOf({ display_name, slug_name, original_text }: TagTexts): TagTexts {
  return { ...filled({ display_name, slug_name }), original_text }
}
