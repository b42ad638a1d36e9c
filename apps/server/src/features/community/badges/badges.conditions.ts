import type { countedDeeds } from '@stoa/contract/features/badges'
import { and, type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { idArray } from '../../../kernel/id-array.ts'
import type { BadgeCondition, BadgeRow } from '../../../schema/badges.ts'
import { flags } from '../../../schema/flags.ts'
import { answers, comments, questions, questionTags } from '../../../schema/posts.ts'
import { reactions } from '../../../schema/reactions.ts'
import { revisions } from '../../../schema/revisions.ts'
import { users } from '../../../schema/users.ts'
import { votes } from '../../../schema/votes.ts'
import {
  isAnswerVisibleTo,
  isCommentVisibleTo,
  isQuestionVisibleTo,
} from '../../content/shared/posts.visibility.ts'

/** Users or posts to check: some, those of a query, or all after one id up to another. */
export type Scope = { ids: readonly string[] } | { query: SQL } | { after: string; upTo: string }

/** What the ids of a scope are. */
export function subjectTableOf(condition: BadgeCondition) {
  if (condition === 'question_upvotes') return questions
  return condition === 'answer_upvotes' ? answers : users
}

type Badge = Pick<BadgeRow, 'condition' | 'amount' | 'isSingle' | 'tagId' | 'withinDays'>

/**
 * Selects `user_id` and `object_id` of everyone in the scope who meets the condition now. Deeds on content that is not public
 * do not count.
 */
export function candidatesOf(badge: Badge, scope: Scope): SQL {
  const { condition, isSingle } = badge
  switch (condition) {
    case 'question_upvotes':
      return selectPosts(questions.userId, questions.id, isSingle)`from ${questions}
        where ${and(isInScope(questions.id, scope), isQuestionVisibleTo(null), hasTag(badge), hasUpvotes(questions, badge))}`
    case 'answer_upvotes':
      return selectPosts(answers.userId, answers.id, isSingle)`
        from ${answers} inner join ${questions} on ${questions.id} = ${answers.questionId}
        where ${and(isInScope(answers.id, scope), isAnswerVisibleTo(null), hasTag(badge), hasUpvotes(answers, badge))}`
    default:
      return sql`select ${users.id} as user_id, null::bigint as object_id from ${users}
        where ${and(isInScope(users.id, scope), hasDone(condition, badge, scope))}`
  }
}

/** A single badge names no post, and one user may have several that earn it. */
function selectPosts(userId: AnyColumn, postId: AnyColumn, isSingle: boolean) {
  const columns = isSingle
    ? sql`select distinct ${userId} as user_id, null::bigint as object_id `
    : sql`select ${userId} as user_id, ${postId} as object_id `
  return (text: TemplateStringsArray, ...values: unknown[]) =>
    sql`${columns}${sql(text, ...values)}`
}

/** Requires `questions`. */
function hasTag({ tagId }: Badge): SQL | undefined {
  if (tagId === null) return undefined
  return sql`exists (select 1 from ${questionTags}
    where ${questionTags.questionId} = ${questions.id} and ${questionTags.tagId} = ${tagId}::bigint)`
}

function isInScope(column: AnyColumn, scope: Scope): SQL {
  if ('ids' in scope) return sql`${column} = any(${idArray(scope.ids)})`
  if ('query' in scope) return sql`${column} in (${scope.query})`
  return sql`${column} > ${scope.after}::bigint and ${column} <= ${scope.upTo}::bigint`
}

/** The score is upvotes minus downvotes, and there are few of the latter. */
function hasUpvotes(post: typeof questions | typeof answers, { amount, withinDays }: Badge): SQL {
  if (withinDays !== null)
    return sql`(select count(*) from ${votes} where ${votes.objectId} = ${post.id} and ${votes.value} = 1
      and ${votes.createdAt} <= ${post.createdAt} + make_interval(days => ${withinDays})) >= ${amount}`
  return sql`${post.score} + (
    select count(*) from ${votes} where ${votes.objectId} = ${post.id} and ${votes.value} = -1) >= ${amount}`
}

type UserCondition = Exclude<BadgeCondition, 'question_upvotes' | 'answer_upvotes'>

function hasDone(condition: UserCondition, badge: Badge, scope: Scope): SQL {
  switch (condition) {
    case 'bio_written':
      return sql`${users.bio} <> ''`
    case 'post_edited':
      return sql`exists (select 1 from ${revisions} where ${revisions.userId} = ${users.id}
        and ${revisions.status} = 2 and (${isPublicPost(revisions.objectId)}))`
    case 'flag_sent':
      // Whatever became of the content: a good flag deletes it.
      return sql`exists (select 1 from ${flags} where ${flags.userId} = ${users.id})`
    case 'upvote_cast':
      return sql`exists (select 1 from ${votes} where ${votes.userId} = ${users.id}
        and ${votes.value} = 1 and (${isPublicPost(votes.objectId)} or ${isPublicComment(votes.objectId)}))`
    case 'reaction_added':
      return sql`exists (select 1 from ${reactions} where ${reactions.userId} = ${users.id}
        and (${isPublicPost(reactions.objectId)}))`
    case 'post_shared':
      // Shares are not stored: the event is the proof, and there are none in the past.
      return 'ids' in scope ? sql`true` : sql`false`
    case 'answer_accepted':
      return sql`exists (select 1 from ${questions} where ${questions.userId} = ${users.id}
        and ${questions.acceptedAnswerId} is not null and ${isQuestionVisibleTo(null)})`
    default:
      return hasDeeds(badge, deedsOf(condition, badge))
  }
}

/** Selects when each deed of a user was done. */
function deedsOf(condition: (typeof countedDeeds)[number], badge: Badge): SQL {
  const ofAnswers = (isOwn: SQL) =>
    sql`select ${answers.createdAt} from ${answers} inner join ${questions} on ${questions.id} = ${answers.questionId}
      where ${and(isOwn, isAnswerVisibleTo(null), hasTag(badge))}`
  switch (condition) {
    case 'answers_solved':
      return ofAnswers(
        sql`${answers.userId} = ${users.id} and ${questions.acceptedAnswerId} = ${answers.id} and ${questions.userId} <> ${users.id}`,
      )
    case 'answers_posted':
      return ofAnswers(sql`${answers.userId} = ${users.id}`)
    case 'questions_asked':
      return sql`select ${questions.createdAt} from ${questions}
        where ${and(sql`${questions.userId} = ${users.id}`, isQuestionVisibleTo(null), hasTag(badge))}`
    case 'comments_posted':
      return sql`select ${comments.createdAt} from ${comments} inner join ${questions} on ${questions.id} = ${comments.questionId}
        left join ${answers} on ${answers.id} = ${comments.answerId}
        where ${and(sql`${comments.userId} = ${users.id}`, isCommentVisibleTo(null), hasTag(badge))}`
  }
}

/** Enough deeds, in any stretch of so many days. */
function hasDeeds({ amount, withinDays }: Badge, deeds: SQL): SQL {
  const isInTime =
    withinDays === null
      ? sql`true`
      : sql`done_at - first_at <= make_interval(days => ${withinDays})`
  return sql`exists (select 1 from (
    select done_at, lag(done_at, ${amount - 1}) over (order by done_at) as first_at
    from (${deeds}) deeds (done_at)) stretches where first_at is not null and ${isInTime})`
}

function isPublicPost(id: AnyColumn): SQL {
  return sql`exists (select 1 from ${questions} where ${and(eq(questions.id, id), isQuestionVisibleTo(null))})
    or exists (select 1 from ${answers} inner join ${questions} on ${questions.id} = ${answers.questionId}
      where ${and(eq(answers.id, id), isAnswerVisibleTo(null))})`
}

function isPublicComment(id: AnyColumn): SQL {
  return sql`exists (select 1 from ${comments} inner join ${questions} on ${questions.id} = ${comments.questionId}
    left join ${answers} on ${answers.id} = ${comments.answerId}
    where ${and(eq(comments.id, id), isCommentVisibleTo(null))})`
}
