import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'
import { Tag } from './tags.ts'
import { UserBasic } from './users.ts'

export const timelineKinds = [
  'asked',
  'answered',
  'commented',
  'created',
  'edited',
  'rollback',
  'deleted',
  'undeleted',
  'closed',
  'reopened',
  'pin',
  'unpin',
  'show',
  'hide',
  'protected',
  'unprotected',
  'locked',
  'unlocked',
  'converted',
  'moved',
  'accept',
  'upvote',
  'downvote',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

export const TimelineRow = z.object({
  /** `0` for votes, which are not part of the log. */
  activity_id: z.string(),
  /** `0` when the row made no revision, or it is unknown. */
  revision_id: z.string(),
  created_at: z.number().int(),
  activity_type: z.enum(timelineKinds),
  /** Plain text: the edit summary, the message of this closing, or the Markdown of the comment. */
  comment: z.string(),
  object_id: z.string(),
  object_type: z.enum(['question', 'answer', 'comment', 'tag']),
  /** A withdrawn acceptance or vote. */
  cancelled: z.boolean(),
  /** 0 unless cancelled. */
  cancelled_at: z.number().int(),
  /** Who did it; omitted for downvotes, except for admins. */
  user_info: UserBasic.optional(),
  /** The version of the revision, and of the one before; 0 and `0` for none. */
  version: z.number().int(),
  previous_revision_id: z.string(),
  /** For rollbacks: the version that was restored, else 0. */
  restored_version: z.number().int(),
  /** Set while the comment is deleted, for staff. */
  is_deleted: z.literal(true).optional(),
  /** For closings: the name of the reason, and the original of a duplicate if it is public. */
  reason: z.string().optional(),
  duplicate_of: z.object({ id: z.string(), title: z.string(), url_title: z.string() }).optional(),
})
export type TimelineRow = z.output<typeof TimelineRow>

export const Timeline = z.object({
  object_info: z.object({
    title: z.string(),
    url_title: z.string(),
    object_type: z.enum(['question', 'answer', 'tag']),
    question_id: z.string(),
    answer_id: z.string(),
    /** The author. */
    username: z.string(),
    display_name: z.string(),
    main_tag_slug_name: z.string(),
    /** The current version, sent with a rollback. */
    version: z.number().int(),
    can_roll_back: z.boolean(),
  }),
  /** Counting stops some pages ahead. */
  count: z.number().int(),
  timeline: z.array(TimelineRow).max(limits.pageSize.max),
})
export type Timeline = z.output<typeof Timeline>

/** A flag in a query string. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

export const getTimeline = endpoint({
  method: 'GET',
  path: `${apiPrefix}/activity/timeline`,
  access: 'member',
  allowsKeys: true,
  summary: 'Lists what happened to a question, an answer or a tag, newest first.',
  input: {
    object_id: objectId('question', 'answer', 'tag'),
    show_vote: flag.default(false),
    ...paging,
  },
  response: Timeline,
  errors: ['question.not_found', 'answer.not_found', 'tag.not_found'],
})

const revisionId = z.string().regex(/^\d{1,18}$/)

const TimelineRevision = z.object({
  title: z.string(),
  tags: z.array(Tag),
  original_text: z.string(),
  slug_name: z.string(),
  main_tag_slug_name: z.string(),
})
export type TimelineRevision = z.output<typeof TimelineRevision>

export const compareRevisions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/activity/timeline/detail`,
  access: 'member',
  allowsKeys: true,
  summary: 'Returns two published revisions of the same object. An id of 0 returns null.',
  input: { new_revision_id: revisionId, old_revision_id: revisionId },
  response: z.object({
    new_revision: TimelineRevision.nullable(),
    old_revision: TimelineRevision.nullable(),
  }),
  errors: ['revision.not_found'],
})
