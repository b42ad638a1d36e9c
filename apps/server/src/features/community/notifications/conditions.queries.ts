import { typeOfId } from '@stoa/contract/ids'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { heldPosts } from '../../../schema/held-posts.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { tags } from '../../../schema/tags.ts'
import {
  isAnswerVisibleTo,
  isCommentVisibleTo,
  isQuestionVisibleTo,
} from '../../content/shared/posts.visibility.ts'
import type { Occasion } from './notices.rules.ts'

type Ids = { objectId: string; sourceId: string }

/** Whether what happened still holds when the job runs: it may have been undone, and content may have been hidden. */
export function stillHolds(occasion: Occasion, { objectId, sourceId }: Ids): SQL {
  const isShown = sql`(${isPublic(objectId)} and ${isPublic(sourceId)})`
  switch (occasion) {
    case 'question_deleted':
    case 'answer_deleted':
    case 'comment_deleted':
      // Authors of rejected posts are notified of that instead.
      return sql`(${hasStatus(objectId, 10)} and not ${isRejected(objectId)})`
    case 'post_rejected':
      return sql`(${hasStatus(objectId, 10)} and ${isRejected(objectId)})`
    case 'flag_upheld':
    case 'flag_declined':
      return sql`true`
    case 'answer_accepted':
      return sql`(${isShown} and exists (
        select 1 from ${questions} where accepted_answer_id = ${objectId}::bigint))`
    case 'question_closed':
      return hasStatus(objectId, 2)
    case 'question_reopened':
      return hasStatus(objectId, 1)
    case 'edit_approved':
    case 'edit_rejected':
      return sql`(${isPublic(objectId)} and exists (
        select 1 from ${suggestions} where id = ${sourceId}::bigint and decision is not null))`
    default:
      return isShown
  }
}

export function contentTableOf(id: string) {
  const type = typeOfId(id)
  return type === 'question' ? questions : type === 'answer' ? answers : comments
}

function hasStatus(id: string, status: number): SQL {
  return sql`exists (
    select 1 from ${contentTableOf(id)} where id = ${id}::bigint and status = ${status})`
}

function isRejected(id: string): SQL {
  return sql`exists (
    select 1 from ${heldPosts} where object_id = ${id}::bigint and outcome = 'rejected')`
}

/** Whether everyone who may read the site can read this content. */
function isPublic(id: string): SQL {
  switch (typeOfId(id)) {
    case 'question':
      return sql`exists (select 1 from ${questions} where ${and(eq(questions.id, id), isQuestionVisibleTo(null))})`
    case 'answer':
      return sql`exists (select 1 from ${answers} inner join ${questions} on ${questions.id} = ${answers.questionId}
        where ${and(eq(answers.id, id), isAnswerVisibleTo(null))})`
    case 'comment':
      return sql`exists (select 1 from ${comments} inner join ${questions} on ${questions.id} = ${comments.questionId}
        left join ${answers} on ${answers.id} = ${comments.answerId}
        where ${and(eq(comments.id, id), isCommentVisibleTo(null))})`
    case 'tag':
      return sql`exists (select 1 from ${tags} where ${and(eq(tags.id, id), eq(tags.isDeleted, false))})`
    default:
      // Rows that are no objects, such as a revision: their object is checked.
      return sql`true`
  }
}
