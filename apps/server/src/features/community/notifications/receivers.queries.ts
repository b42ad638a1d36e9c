import type { NotificationReason } from '@stoa/contract/features/notifications'
import { typeOfId } from '@stoa/contract/ids'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { idArray } from '../../../kernel/id-array.ts'
import { flags } from '../../../schema/flags.ts'
import { follows } from '../../../schema/follows.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import {
  isAnswerVisibleTo,
  isCommentVisibleTo,
  isQuestionVisibleTo,
} from '../../content/shared/posts.visibility.ts'

/** What happened. `named` are the users whom the event itself names: mentioned, invited, an editor. */
export type Happening = {
  objectId: string
  sourceId: string
  actorId: string
  named: readonly string[]
}

/** Selects `user_id` of everyone with this relation to what happened. */
export function receiversOf(relation: NotificationReason, happening: Happening): SQL {
  const { objectId, sourceId, named } = happening
  const questionId = questionOf(objectId)
  switch (relation) {
    case 'asker':
      return sql`select user_id from ${questions} where id = ${questionId}`
    case 'author':
      return sql`select user_id from ${tableOf(objectId)} where id = ${objectId}::bigint`
    case 'follower':
      return sql`select user_id from ${follows} where object_id = ${questionId}`
    case 'replied':
      return sql`select replied.user_id from ${comments} reply
        inner join ${comments} replied on replied.id = reply.reply_to_id and replied.status = 1
        where reply.id = ${sourceId}::bigint`
    case 'flagger':
      return sql`select user_id from ${flags} where case_id = ${sourceId}::bigint`
    case 'mentioned':
    case 'invited':
    case 'editor':
      return sql`select unnest(${idArray(named)}) as user_id`
  }
}

function tableOf(id: string) {
  const type = typeOfId(id)
  return type === 'question' ? questions : type === 'answer' ? answers : comments
}

function questionOf(id: string): SQL {
  const type = typeOfId(id)
  if (type === 'question') return sql`${id}::bigint`
  return sql`(select question_id from ${tableOf(id)} where id = ${id}::bigint)`
}

/** Whether everyone who may read the site can read this content. */
export function isPublic(id: string): SQL {
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
