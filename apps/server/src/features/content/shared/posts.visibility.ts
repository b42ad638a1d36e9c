import { and, type AnyColumn, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isStaff, type Viewer } from '../../../kernel/rules.ts'
import { questionLinks } from '../../../schema/links.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { uploads, uploadUses } from '../../../schema/uploads.ts'
import { users } from '../../../schema/users.ts'

// Statuses are literals, not parameters: the planner uses a partial index only when it can match its condition.

/** Questions in public lists, searches, feeds and counts. */
export function isListed(): SQL {
  return sql`${questions.status} in (1, 2) and ${questions.isListed}`
}

export function isUnanswered(): SQL {
  return sql`${questions.status} = 1 and ${questions.isListed} and not ${questions.isAnswered}`
}

export function isListedAndOpen(): SQL {
  return sql`${questions.status} = 1 and ${questions.isListed}`
}

/** For a user's list of questions: the author and staff see all they may read, others what is listed. */
export function isQuestionInListOf(authorId: string, actor: Viewer | null): SQL | undefined {
  return canSeeAllOf(authorId, actor) ? isQuestionVisibleTo(actor) : isListed()
}

/** The same for answers. Requires the joined question. */
export function isAnswerInListOf(authorId: string, actor: Viewer | null): SQL | undefined {
  return canSeeAllOf(authorId, actor) ? isAnswerVisibleTo(actor) : isAnswerListed()
}

/** The same for questions and answers. Requires the joined question, and the answer where there is one. */
export function isPostInListOf(userId: string, actor: Viewer | null): SQL | undefined {
  if (canSeeAllOf(userId, actor)) return isPostVisibleTo(actor)
  return and(isNoAnswerOrOpenTo(null, answers.id), isListed())
}

/** The same for comments. Requires the joined question, and the answer where there is one. */
export function isCommentInListOf(authorId: string, actor: Viewer | null): SQL | undefined {
  if (canSeeAllOf(authorId, actor)) return isCommentVisibleTo(actor)
  return and(isCommentVisibleTo(null), isListed())
}

/** Answers in public lists and feeds. Requires the joined question. */
export function isAnswerListed(): SQL | undefined {
  return and(isAnswerOpenTo(null), isListed())
}

function canSeeAllOf(authorId: string, actor: Viewer | null) {
  return actor !== null && (actor.id === authorId || isStaff(actor))
}

/** Deleted and pending questions are for their author and staff only. */
export function isQuestionVisibleTo(actor: Viewer | null): SQL | undefined {
  if (actor !== null && isStaff(actor)) return undefined
  const isPublic = sql`${questions.status} in (1, 2)`
  return actor === null ? isPublic : or(isPublic, eq(questions.userId, actor.id))
}

/** An answer is hidden with its question. Requires the joined question. */
export function isAnswerVisibleTo(actor: Viewer | null): SQL | undefined {
  return and(isAnswerOpenTo(actor), isQuestionVisibleTo(actor))
}

/** Leaves out links in hidden answers. Requires the joined question. */
export function isLinkListed(): SQL | undefined {
  return and(
    isListed(),
    sql`not exists (select 1 from ${answers} where ${answers.id} = ${questionLinks.fromPostId} and ${answers.status} <> 1)`,
  )
}

export function isListedAndLinksTo(questionId: string): SQL {
  return sql`${isListed()} and exists (select 1 from ${questionLinks}
    where ${questionLinks.fromQuestionId} = ${questions.id} and ${questionLinks.toQuestionId} = ${questionId} and ${isLinkListed()})`
}

/** Requires the joined question, and the answer where there is one. */
export function isPostVisibleTo(actor: Viewer | null): SQL | undefined {
  return and(isNoAnswerOrOpenTo(actor, answers.id), isQuestionVisibleTo(actor))
}

/** Requires the joined question, and the answer where there is one. */
export function isCommentVisibleTo(actor: Viewer | null): SQL | undefined {
  return and(
    isCommentOpenTo(actor),
    isNoAnswerOrOpenTo(actor, comments.answerId),
    isQuestionVisibleTo(actor),
  )
}

/** For comments on a visible post: pending ones are for their author and staff, deleted ones for nobody. */
export function isCommentOpenTo(actor: Viewer | null): SQL | undefined {
  if (actor === null) return sql`${comments.status} = 1`
  if (isStaff(actor)) return sql`${comments.status} in (1, 11)`
  return sql`(${comments.status} = 1 or ${comments.status} = 11 and ${comments.userId} = ${actor.id})`
}

/** For histories of a visible post: staff also see deleted comments. */
export function isCommentInHistoryOf(actor: Viewer | null): SQL | undefined {
  return actor !== null && isStaff(actor) ? undefined : isCommentOpenTo(actor)
}

/** Undefined for staff, who see every answer: `or` would drop it and leave only `is null`. */
function isNoAnswerOrOpenTo(actor: Viewer | null, answerId: AnyColumn): SQL | undefined {
  const isOpen = isAnswerOpenTo(actor)
  return isOpen === undefined ? undefined : or(isNull(answerId), isOpen)
}

/** The answer alone, where the visibility of its question is already checked. */
export function isAnswerOpenTo(actor: Viewer | null): SQL | undefined {
  if (actor !== null && isStaff(actor)) return undefined
  const isPublic = sql`${answers.status} = 1`
  return actor === null ? isPublic : or(isPublic, eq(answers.userId, actor.id))
}

/**
 * Files in content the viewer may read, and their own. Previous revisions of a comment are for staff only; those of
 * everything else are as visible as the content itself.
 */
export function isUploadVisibleTo(actor: Viewer | null): SQL | undefined {
  if (actor !== null && isStaff(actor)) return undefined
  const isVisibleComment = sql`(${comments.id} is null or ${uploadUses.isCurrent} and ${isCommentOpenTo(actor)})`
  const inPost = sql`${questions.id} is not null and ${isVisibleComment} and ${isPostVisibleTo(actor)}`
  const isUsedInVisible = sql`exists (
    select 1 from ${uploadUses}
    left join ${comments} on ${comments.id} = ${uploadUses.objectId}
    left join ${answers} on ${answers.id} = coalesce(${comments.answerId}, ${uploadUses.objectId})
    left join ${questions} on ${questions.id} =
      coalesce(${comments.questionId}, ${answers.questionId}, ${uploadUses.objectId})
    left join ${tags} on ${tags.id} = ${uploadUses.objectId}
    left join ${users} on ${users.id} = ${uploadUses.objectId}
    where ${uploadUses.uploadId} = ${uploads.id}
      and (${inPost} or not ${tags.isDeleted} or ${users.status} <> 'deleted'))`
  return actor === null ? isUsedInVisible : or(isUsedInVisible, eq(uploads.userId, actor.id))
}
