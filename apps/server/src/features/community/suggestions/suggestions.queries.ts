import type { OpenSuggestion } from '@stoa/contract/features/suggestions'
import { maxSequence, objectIdOf } from '@stoa/contract/ids'
import type { Page } from '@stoa/contract/paging'
import { slug } from '@stoa/markdown/slug'
import { and, asc, between, ne, or, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Actor, RequiredReputation } from '../../../kernel/rules.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import type { QuestionView } from '../../content/questions/questions.queries.ts'
import { toRevisionContent } from '../../content/revisions/revisions.queries.ts'
import { toTag } from '../../content/tags/tags.queries.ts'
import { toUserBasic } from '../../people/users/users.queries.ts'
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

type Reviewer = { actor: Actor; required: RequiredReputation }
type Options = {
  page: number
  page_size: number
  /** A further condition, on any of the joined tables. */
  filter?: SQL | undefined
}

/** Open suggestions that the actor may decide, for content that is not hidden; oldest first. */
export async function listOpenSuggestions(
  db: ReadDb,
  reviewer: Reviewer,
  { filter, ...paging }: Options,
  view: QuestionView,
): Promise<Page<OpenSuggestion>> {
  const where = isAuditable(reviewer)
  if (where === null) return { count: 0, list: [] }
  const find = () => suggestionsQuery(db).where(and(where, filter)).$dynamic()
  const order = [asc(suggestions.id)]
  const { count, rows } = await readPageWithCappedCount(db, find, order, paging)
  return { count, list: rows.map((row) => toOpenSuggestion(row, view)) }
}

/** How many open suggestions the actor may decide, counted up to a maximum. */
export async function countOpenSuggestions(db: ReadDb, reviewer: Reviewer, max = 100) {
  const where = isAuditable(reviewer)
  if (where === null) return 0
  const found = suggestionsQuery(db).where(where).orderBy(asc(suggestions.id)).limit(max)
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

export function isOfKind(kind: SuggestionKind): SQL {
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
