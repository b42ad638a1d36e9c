import { listRevisions } from '@stoa/contract/features/revisions'
import { apiFrom } from '../../kernel/api.server.ts'
import { toTagNames } from '../tags/tag-names.ts'
import type { EditValues } from './edit-forms.ts'
import {
  type Choice,
  composeText,
  mergeLists,
  type MergePart,
  mergeTexts,
  mergeValue,
} from './merge-texts.ts'

type Args = Parameters<typeof apiFrom>[0]

/** A post as it is now. An answer has neither title nor tags. */
export type Current = {
  id: string
  title: string
  content: string
  tags: string[]
  version: number
  /** Who wrote it so. */
  by: string
}

/** Two texts of one post, put together as far as that goes. */
export type Merging = {
  title: MergePart
  content: MergePart[]
  tags: string
  by: string
  /** The version that the merged text goes on from. */
  version: number
  mine: EditValues
}

/** Puts what someone wrote together with what the post says by now. */
export async function mergeWith(args: Args, current: Current, mine: EditValues): Promise<Merging> {
  const base = await findBase(args, current, Number(mine.version))
  return {
    title: mergeValue(base.title, mine.title, current.title),
    content: mergeTexts(base.content, mine.content, current.content),
    tags: mergeLists(base.tags, toTagNames(mine.tags), current.tags).join(' '),
    by: current.by,
    version: current.version,
    mine,
  }
}

/** What both started from. Of a history too long to be had, nothing: then all that differs is asked about. */
async function findBase(args: Args, current: Current, version: number) {
  const list = await apiFrom(args).call(listRevisions, { object_id: current.id })
  const base = list.find((revision) => revision.version === version)?.content
  if (base === undefined) return { title: '', content: '', tags: [] }
  return { ...base, tags: base.tags.map((tag) => tag.slug_name) }
}

/** The values of the form that come of a merging, as someone chose. */
export function toMerged({ title, content, tags, version, mine }: Merging, form: FormData) {
  const conflicts = content.filter(({ kind }) => kind === 'conflict').length
  const choices = Array.from({ length: conflicts }, (_, index) => choiceOf(form, `choice_${index}`))
  return {
    title: composeText([title], [choiceOf(form, 'choice_title')]),
    content: composeText(content, choices),
    tags,
    edit_summary: mine.edit_summary,
    version: String(version),
  }
}

function choiceOf(form: FormData, name: string): Choice {
  const value = form.get(name)
  return value === 'theirs' || value === 'both' ? value : 'mine'
}
