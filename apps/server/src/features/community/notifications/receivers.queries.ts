import { typeOfId } from '@stoa/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import { idArray } from '../../../kernel/id-array.ts'
import { flags } from '../../../schema/flags.ts'
import { follows, userFollows } from '../../../schema/follows.ts'
import { invites } from '../../../schema/invites.ts'
import { comments, questions } from '../../../schema/posts.ts'
import { contentTableOf } from './conditions.queries.ts'
import type { Relation } from './notices.rules.ts'

/** What happened. `named` are the users whom the event itself names: mentioned, invited, an editor. */
export type Happening = {
  objectId: string
  sourceId: string
  actorId: string
  named: readonly string[]
}

/** Selects `user_id` of everyone with this relation to what happened. */
export function receiversOf(relation: Relation, happening: Happening): SQL {
  const { objectId, sourceId, actorId, named } = happening
  const questionId = questionOf(objectId)
  switch (relation) {
    case 'asker':
      return sql`select user_id from ${questions} where id = ${questionId}`
    case 'author':
      return sql`select user_id from ${contentTableOf(objectId)} where id = ${objectId}::bigint`
    case 'follower':
      return sql`select user_id from ${follows} where object_id = ${questionId}`
    case 'user_follower':
      return sql`select user_id from ${userFollows} where followed_id = ${actorId}::bigint`
    case 'replied':
      return sql`select replied.user_id from ${comments} reply
        inner join ${comments} replied on replied.id = reply.reply_to_id and replied.status = 1
        where reply.id = ${sourceId}::bigint`
    case 'flagger':
      return sql`select user_id from ${flags} where case_id = ${sourceId}::bigint`
    case 'invited':
      // Unless the invitation was withdrawn.
      return sql`select user_id from ${invites}
        where question_id = ${questionId} and user_id = any(${idArray(named)})`
    case 'mentioned':
    case 'editor':
      return sql`select unnest(${idArray(named)}) as user_id`
  }
}

export function questionOf(id: string): SQL {
  const type = typeOfId(id)
  if (type === 'question') return sql`${id}::bigint`
  return sql`(select question_id from ${contentTableOf(id)} where id = ${id}::bigint)`
}
