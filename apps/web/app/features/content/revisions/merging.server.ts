import { listRevisions } from '@stoa/contract/features/revisions'
import {
  type Choice,
  composeText,
  mergeLists,
  type MergePart,
  mergeTexts,
  mergeValue,
} from '@stoa/markdown/merge'
import { apiFrom } from '../../../kernel/api.server.ts'
import { toTagNames } from '../tags/tag-names.ts'
import type { EditValues } from './edit-forms.ts'

type Args = Parameters<typeof apiFrom>[0]

/** The current post. Answers have neither title nor tags. */
export type CurrentPost = {
  id: string
  title: string
  content: string
  tags: string[]
  version: number
  /** Who edited it last. */
  editorName: string
}

export type EditMerge = {
  title: MergePart
  content: MergePart[]
  tags: string
  editorName: string
  /** The version that the merged text is based on. */
  version: number
  mine: EditValues
}

/** Merges a user's edit with the current post. */
export async function mergeEdit(
  args: Args,
  current: CurrentPost,
  mine: EditValues,
): Promise<EditMerge> {
  const base = await findBase(args, current, Number(mine.version))
  return {
    title: mergeValue(base.title, mine.title, current.title),
    content: mergeTexts(base.content, mine.content, current.content),
    tags: mergeLists(base.tags, toTagNames(mine.tags), current.tags).join(' '),
    editorName: current.editorName,
    version: current.version,
    mine,
  }
}

/** The common base. Empty if the revision is not in the list, which makes every difference a conflict. */
async function findBase(args: Args, current: CurrentPost, version: number) {
  const list = await apiFrom(args).call(listRevisions, { object_id: current.id })
  const base = list.find((revision) => revision.version === version)?.content
  if (base === undefined) return { title: '', content: '', tags: [] }
  return { ...base, tags: base.tags.map((tag) => tag.slug_name) }
}

/** The form values of a merge with the submitted choices. */
export function applyChoices({ title, content, tags, version, mine }: EditMerge, form: FormData) {
  const conflicts = content.filter(({ kind }) => kind === 'conflict').length
  const choices = Array.from({ length: conflicts }, (_, index) =>
    readChoice(form, `choice_${index}`),
  )
  return {
    title: composeText([title], [readChoice(form, 'choice_title')]),
    content: composeText(content, choices),
    tags,
    edit_summary: mine.edit_summary,
    version: String(version),
  }
}

function readChoice(form: FormData, name: string): Choice {
  const value = form.get(name)
  return value === 'theirs' || value === 'both' ? value : 'mine'
}
