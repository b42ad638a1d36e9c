import { and, type AnyColumn, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isStaff, type Someone } from '../../kernel/rules.ts'
import { questionLinks } from './links.table.ts'
import { answers, comments, questions } from './posts.table.ts'
import { tags } from './tags.table.ts'
import { uploads, uploadUses } from './uploads.table.ts'
import { users } from '../users/users.table.ts'

// The numbers of the states are written out, not bound: a partial index is only used when the planner can see
// that the condition is its own.

/** Questions everyone finds in lists, searches, feeds and counts. */
export function isListed(): SQL {
  return sql`${questions.status} in (1, 2) and ${questions.isListed}`
}

/** Those of them that still wait for a good answer. */
export function isUnanswered(): SQL {
  return sql`${questions.status} = 1 and ${questions.isListed} and not ${questions.isAnswered}`
}

/** Those of them that take answers. */
export function isListedAndOpen(): SQL {
  return sql`${questions.status} = 1 and ${questions.isListed}`
}

/** In the list of what one person has asked: all that is listed; to themselves and staff, all they may read. */
export function isQuestionInListOf(authorId: string, who: Someone | null): SQL | undefined {
  return seesAllOf(authorId, who) ? isQuestionVisibleTo(who) : isListed()
}

/** In the list of what one person has answered, of a question that is joined: the same. */
export function isAnswerInListOf(authorId: string, who: Someone | null): SQL | undefined {
  return seesAllOf(authorId, who) ? isAnswerVisibleTo(who) : isAnswerListed()
}

/** In a list about one person, of a question that is joined, and an answer where it is one: the same. */
export function isPostInListOf(personId: string, who: Someone | null): SQL | undefined {
  if (seesAllOf(personId, who)) return isPostVisibleTo(who)
  return and(isAnswerIfAnyOpenTo(null, answers.id), isListed())
}

/** In the list of what one person has commented, joined like the above: the same. */
export function isCommentInListOf(authorId: string, who: Someone | null): SQL | undefined {
  if (seesAllOf(authorId, who)) return isCommentVisibleTo(who)
  return and(isCommentVisibleTo(null), isListed())
}

/** Answers everyone finds in lists and feeds, of a question that is joined. */
export function isAnswerListed(): SQL | undefined {
  return and(isAnswerOpenTo(null), isListed())
}

function seesAllOf(authorId: string, who: Someone | null) {
  return who !== null && (who.id === authorId || isStaff(who))
}

/** Questions a person may read: deleted and pending ones are for their author and staff only. */
export function isQuestionVisibleTo(who: Someone | null): SQL | undefined {
  if (who !== null && isStaff(who)) return undefined
  const isPublic = sql`${questions.status} in (1, 2)`
  return who === null ? isPublic : or(isPublic, eq(questions.userId, who.id))
}

/** Answers a person may read, of a question that is joined: what is hidden hides what hangs on it. */
export function isAnswerVisibleTo(who: Someone | null): SQL | undefined {
  return and(isAnswerOpenTo(who), isQuestionVisibleTo(who))
}

/** Links everyone finds, of a question that is joined: one in an answer that is hidden does not show. */
export function isLinkListed(): SQL | undefined {
  return and(
    isListed(),
    sql`not exists (select 1 from ${answers} where ${answers.id} = ${questionLinks.fromPostId} and ${answers.status} <> 1)`,
  )
}

/** Listed questions that link to one, from their own text or from an answer. */
export function isListedAndLinksTo(questionId: string): SQL {
  return sql`${isListed()} and exists (select 1 from ${questionLinks}
    where ${questionLinks.fromQuestionId} = ${questions.id} and ${questionLinks.toQuestionId} = ${questionId} and ${isLinkListed()})`
}

/** Questions and answers a person may read. The question is joined, and so is the answer where it is one. */
export function isPostVisibleTo(who: Someone | null): SQL | undefined {
  return and(isAnswerIfAnyOpenTo(who, answers.id), isQuestionVisibleTo(who))
}

/** Comments a person may read. The question is joined, and so is the answer where the comment is on one. */
export function isCommentVisibleTo(who: Someone | null): SQL | undefined {
  return and(
    isCommentOpenTo(who),
    isAnswerIfAnyOpenTo(who, comments.answerId),
    isQuestionVisibleTo(who),
  )
}

/** Of the comments on a post that is visible. A deleted one is gone for everyone, a pending one is for its author and staff. */
export function isCommentOpenTo(who: Someone | null): SQL | undefined {
  if (who === null) return sql`${comments.status} = 1`
  if (isStaff(who)) return sql`${comments.status} in (1, 11)`
  return sql`(${comments.status} = 1 or ${comments.status} = 11 and ${comments.userId} = ${who.id})`
}

/** No condition at all for staff: beside `is null` it would be read as never. */
function isAnswerIfAnyOpenTo(who: Someone | null, answerId: AnyColumn): SQL | undefined {
  const isOpen = isAnswerOpenTo(who)
  return isOpen === undefined ? undefined : or(isNull(answerId), isOpen)
}

/** Whether an answer itself is shown to a person, wherever its question was asked about already. */
export function isAnswerOpenTo(who: Someone | null): SQL | undefined {
  if (who !== null && isStaff(who)) return undefined
  const isPublic = sql`${answers.status} = 1`
  return who === null ? isPublic : or(isPublic, eq(answers.userId, who.id))
}

/**
 * Files a person may open: all that a text they may read shows, and their own; staff open every one. What an edited
 * comment said before is for staff only, the revisions of everything else are as open as the thing itself.
 */
export function isUploadVisibleTo(who: Someone | null): SQL | undefined {
  if (who !== null && isStaff(who)) return undefined
  const isOpenComment = sql`(${comments.id} is null or ${uploadUses.isCurrent} and ${isCommentOpenTo(who)})`
  const inPost = sql`${questions.id} is not null and ${isOpenComment} and ${isPostVisibleTo(who)}`
  const isShown = sql`exists (
    select 1 from ${uploadUses}
    left join ${comments} on ${comments.id} = ${uploadUses.objectId}
    left join ${answers} on ${answers.id} = coalesce(${comments.answerId}, ${uploadUses.objectId})
    left join ${questions} on ${questions.id} =
      coalesce(${comments.questionId}, ${answers.questionId}, ${uploadUses.objectId})
    left join ${tags} on ${tags.id} = ${uploadUses.objectId}
    left join ${users} on ${users.id} = ${uploadUses.objectId}
    where ${uploadUses.uploadId} = ${uploads.id}
      and (${inPost} or not ${tags.isDeleted} or ${users.status} <> 'deleted'))`
  return who === null ? isShown : or(isShown, eq(uploads.userId, who.id))
}
