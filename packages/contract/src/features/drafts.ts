import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'

/** What is being written: a question, an answer to one, or another text for a post. */
export const draftKinds = ['question', 'answer', 'edit'] as const
export type DraftKind = (typeof draftKinds)[number]

/** Where a draft belongs: each person has at most one in each place. */
const place = {
  kind: z.enum(draftKinds),
  /** The question to be answered, or the post to be edited; nothing for a new question. */
  object_id: objectId('question', 'answer').default('0'),
}

/** What may stand in the form, finished or not. */
const draftFields = {
  title: z.string().max(limits.draft.title).default(''),
  content: z.string().max(limits.body.max).default(''),
  /** As they were typed. */
  tags: z.string().max(limits.draft.tags).default(''),
  answer_content: z.string().max(limits.answer.max).default(''),
  edit_summary: z.string().max(limits.editSummary.max).default(''),
  /** The version of the post that an edit started from; 0 for what is new. */
  base_version: z.number().int().min(0).max(2_000_000_000).default(0),
}

const count = z.number().int().min(0).max(2_000_000_000)

/** One form in one window. */
const writer = z.string().min(8).max(64)

export const Draft = z.object({
  kind: z.enum(draftKinds),
  object_id: z.string(),
  title: z.string(),
  content: z.string(),
  tags: z.string(),
  answer_content: z.string(),
  edit_summary: z.string(),
  base_version: z.number().int(),
  /** Grows by one with each save. */
  version: z.number().int(),
  /** Who of the person's windows saved it. */
  writer: z.string(),
  saved_at: z.number().int(),
})
export type Draft = z.output<typeof Draft>

export const getDraft = endpoint({
  method: 'GET',
  path: `${apiPrefix}/draft`,
  access: 'member',
  summary: 'What the person has begun to write in a place; null for nothing.',
  input: place,
  reply: Draft.nullable(),
  errors: ['object.not_found'],
})

export const saveDraft = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/draft`,
  access: 'member',
  summary:
    'Keeps what is being written. A save that arrives after a later one, or that does not know what another window saved, changes nothing.',
  input: {
    ...place,
    ...draftFields,
    writer,
    /** Grows with each save of one writer. */
    counter: count,
    /** The version the writer knows of; 0 for none. */
    known_version: count,
  },
  /** What is kept now, and whether it is what was sent; null when the draft is gone since. */
  reply: z.object({ saved: z.boolean(), draft: Draft.nullable() }),
  errors: ['object.not_found'],
  limits: ['draft.user'],
})

export const discardDraft = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/draft`,
  access: 'member',
  summary: 'Throws away what the person has begun to write in a place.',
  input: place,
  reply: z.null(),
  errors: ['object.not_found'],
  limits: ['draft.user'],
})

const DraftItem = Draft.extend({
  /** Of the question it is about, where the person may still see it; `0` and empty otherwise. */
  question_id: z.string(),
  question_title: z.string(),
  url_title: z.string(),
})
export type DraftItem = z.output<typeof DraftItem>

export const listDrafts = endpoint({
  method: 'GET',
  path: `${apiPrefix}/drafts`,
  access: 'member',
  summary: 'All that the person has begun to write, last saved first.',
  reply: z.array(DraftItem),
})
