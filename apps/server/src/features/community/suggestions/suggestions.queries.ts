import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type {
  listOpenSuggestions as listCall,
  OpenSuggestion,
} from '@stoa/contract/features/suggestions'
import { maxSequence, objectIdOf } from '@stoa/contract/ids'
import { limits } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import { slug } from '@stoa/markdown/slug'
import { and, asc, between, eq, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Actor, RequiredReputation } from '../../../kernel/rules.ts'
import { suggestions, suggestionStatuses } from '../../../schema/suggestions.ts'
import type { QuestionView } from '../../content/questions/questions.queries.ts'
import { toRevisionContent } from '../../content/revisions/revisions.queries.ts'
import { toTag } from '../../content/tags/tags.queries.ts'
import { toUserBasic } from '../../people/users/users.queries.ts'
import { isSkippedBy } from '../claims/claims.queries.ts'
import { mergeSuggestion } from './merging.rules.ts'
import {
  baseOf,
  contentOf,
  isContentVisibleTo,
  kindOf,
  type SuggestionRow,
  suggestionsQuery,
} from './suggestions.content.ts'
import { auditableKinds, type SuggestionKind, suggestionKinds } from './suggestions.rules.ts'

type Reviewer = { actor: Actor; required: RequiredReputation; now: Date }
type SuggestionsInput = ParsedInputOf<typeof listCall>
const queue = 'suggested_post_edit'

/** Open suggestions that the actor may decide, for content that is not hidden; oldest first. */
export async function listOpenSuggestions(
  db: ReadDb,
  reviewer: Reviewer,
  input: SuggestionsInput,
  view: QuestionView,
): Promise<Page<OpenSuggestion>> {
  const where = isAuditable(reviewer)
  if (where === null) return { count: 0, list: [] }
  const find = () =>
    suggestionsQuery(db, reviewer.now)
      .where(and(where, matches(input, reviewer.actor)))
      .$dynamic()
  const order = [asc(suggestions.id)]
  const { count, rows } = await readPageWithCappedCount(db, find, order, {
    ...input,
    lookahead: limits.queueCount.max,
  })
  return { count, list: rows.map((row) => toOpenSuggestion(row, view)) }
}

function matches({ object_type: type, skipped, id }: SuggestionsInput, actor: Actor) {
  // A single suggestion is shown to whoever follows a link to it.
  if (id !== undefined) return eq(suggestions.id, id)
  const isSkipped = isSkippedBy(actor, queue, suggestions.id)
  return and(skipped === 'true' ? isSkipped : not(isSkipped), type && isOfKind(type))
}

export async function isSuggestionOpen(db: ReadDb, id: string) {
  const [row] = await db
    .select({ id: suggestions.id })
    .from(suggestions)
    .where(and(eq(suggestions.id, id), eq(suggestions.status, suggestionStatuses.open)))
  return row !== undefined
}

/** How many open suggestions the actor may decide and did not skip, counted up to a maximum. */
export async function countOpenSuggestions(db: ReadDb, reviewer: Reviewer) {
  const where = isAuditable(reviewer)
  if (where === null) return 0
  const isLeft = not(isSkippedBy(reviewer.actor, queue, suggestions.id))
  const found = suggestionsQuery(db, reviewer.now)
    .where(and(where, isLeft))
    .orderBy(asc(suggestions.id))
    .limit(limits.queueCount.max)
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(${found.getSQL()}) as found`)
  return row?.count ?? 0
}

/** Null if the actor may decide none. */
function isAuditable({ actor, required }: Reviewer): SQL | undefined | null {
  const kinds = auditableKinds(actor, required)
  if (kinds.length === 0) return null
  return and(
    sql`${suggestions.status} = 1`,
    ne(suggestions.userId, actor.id),
    kinds.length === suggestionKinds.length ? undefined : or(...kinds.map(isOfKind)),
    isContentVisibleTo(null),
  )
}

function isOfKind(kind: SuggestionKind): SQL {
  return between(suggestions.objectId, objectIdOf(kind, 0), objectIdOf(kind, maxSequence))
}

function toOpenSuggestion(row: SuggestionRow, view: QuestionView): OpenSuggestion {
  const { suggestion, names } = row
  const { id, userId: use_id, title, slugName, baseVersion: version } = suggestion
  const type = kindOf(suggestion.objectId)
  const base = baseOf(row)
  const merge = mergeSuggestion({ base, suggested: suggestion, current: contentOf(row) })
  const toContent = (texts: Parameters<typeof toRevisionContent>[0]) =>
    toRevisionContent(texts, names, view)
  return {
    type,
    info: toInfo(row, view),
    unreviewed_info: {
      id,
      use_id,
      object_id: type === 'tag' ? suggestion.objectId : view.writeId(suggestion.objectId),
      title,
      url_title: type === 'tag' ? slugName : title === '' ? '' : slug(title),
      content: toContent(suggestion),
      status: 1,
      version,
      create_at: toUnix(suggestion.createdAt),
      user_info: toUserBasic(row.user),
      reason: suggestion.summary,
    },
    base: base === null ? null : toContent(base),
    applies: merge.state,
    result: merge.state === 'conflict' ? null : toContent(merge.texts),
    claimed_by: row.claimer === null ? null : toUserBasic(row.claimer),
  }
}

function toInfo(row: SuggestionRow, view: QuestionView): OpenSuggestion['info'] {
  const { question, answer, tag } = row
  const common = { comment_id: view.writeId(null), version: contentOf(row).version }
  if (tag !== null)
    return {
      ...common,
      created_at: toUnix(tag.createdAt),
      object_id: tag.id,
      question_id: view.writeId(null),
      answer_id: view.writeId(null),
      object_type: 'tag',
      object_creator_user_id: tag.createdBy,
      title: tag.displayName,
      url_title: tag.slugName,
      content: tag.originalText,
      html: tag.parsedText,
      answer_count: 0,
      answer_accepted: false,
      tags: [],
      status: 1,
      show_status: 1,
    }
  if (question === null) throw new Error('suggestion without content')
  const post = answer ?? question
  return {
    ...common,
    created_at: toUnix(post.createdAt),
    object_id: view.writeId(post.id),
    question_id: view.writeId(question.id),
    answer_id: view.writeId(answer?.id ?? null),
    object_type: answer === null ? 'question' : 'answer',
    object_creator_user_id: post.userId,
    title: question.title,
    url_title: question.slug,
    content: post.originalText,
    html: post.parsedText,
    answer_count: question.answerCount,
    answer_accepted: answer !== null && question.acceptedAnswerId === answer.id,
    tags: row.questionTags.map((one) => toTag(one, view.specialTags)),
    status: post.status,
    show_status: question.isListed ? 1 : 2,
  }
}
