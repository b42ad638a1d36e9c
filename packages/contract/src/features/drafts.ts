import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'

export const draftKinds = ['question', 'answer', 'edit'] as const
export type DraftKind = (typeof draftKinds)[number]

/** What a draft is for. A user has at most one draft per target. */
const draftTarget = {
  kind: z.enum(draftKinds),
  /** The question to answer or the post to edit; omitted for a new question. */
  object_id: objectId('question', 'answer').default('0'),
}

const draftFields = {
  title: z.string().max(limits.draft.title).default(''),
  content: z.string().max(limits.body.max).default(''),
  /** As typed. */
  tags: z.string().max(limits.draft.tags).default(''),
  answer_content: z.string().max(limits.answer.max).default(''),
  edit_summary: z.string().max(limits.editSummary.max).default(''),
  /** The post version an edit started from; 0 for new posts. */
  base_version: z.number().int().min(0).max(2_000_000_000).default(0),
}

const count = z.number().int().min(0).max(2_000_000_000)

/** Identifies one form in one browser tab. */
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
  /** Incremented by each save. */
  version: z.number().int(),
  /** The form that saved it. */
  writer: z.string(),
  saved_at: z.number().int(),
})
export type Draft = z.output<typeof Draft>

export const getDraft = endpoint({
  method: 'GET',
  path: `${apiPrefix}/draft`,
  access: 'member',
  allowsKeys: true,
  summary: "Returns the caller's draft for a target, or null.",
  input: draftTarget,
  response: Draft.nullable(),
  errors: ['object.not_found'],
})

export const saveDraft = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/draft`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary:
    'Saves a draft. A save that arrives late, or that would overwrite a save of another window, changes nothing.',
  input: {
    ...draftTarget,
    ...draftFields,
    writer,
    /** Increases with each save of one writer. */
    counter: count,
    /** The last version the writer has seen; 0 for none. */
    known_version: count,
  },
  /** The stored draft (null when it was discarded) and whether it is the one that was sent. */
  response: z.object({ saved: z.boolean(), draft: Draft.nullable() }),
  errors: ['object.not_found'],
  limits: ['draft.user'],
})

export const discardDraft = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/draft`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary: "Discards the caller's draft for a target.",
  input: draftTarget,
  response: z.null(),
  errors: ['object.not_found'],
  limits: ['draft.user'],
})

const DraftItem = Draft.extend({
  /** Of its question; `0` and empty when there is none or the caller may not see it. */
  question_id: z.string(),
  question_title: z.string(),
  url_title: z.string(),
})
export type DraftItem = z.output<typeof DraftItem>

export const listDrafts = endpoint({
  method: 'GET',
  path: `${apiPrefix}/drafts`,
  access: 'member',
  allowsKeys: true,
  summary: "Lists the caller's drafts, last saved first.",
  response: z.array(DraftItem),
})
