import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { follows } from '../../../schema/follows.ts'
import { ignoredTags } from '../../../schema/ignored-tags.ts'
import { dueMails, notificationChoices } from '../../../schema/mails.ts'
import { questions, questionTags } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { isListed } from '../../content/shared/posts.visibility.ts'
import { mailNotices } from '../notifications/notices.rules.ts'
import { questionDelay } from './new-questions.queries.ts'
import { canGetMails, frequencyColumn, schedule } from './queueing.actions.ts'

/**
 * Queues mails about a new question in one statement: to followers of its tags, and to everyone who wants all questions
 * except those with a tag that they ignore. Digests only get a schedule, because they search for questions themselves.
 */
export async function queueNewQuestion(tx: Tx, questionId: string) {
  const id = sql`${questionId}::bigint`
  const now = sql`${tx.now.toISOString()}::timestamptz`
  const hasIgnoredTag = sql`exists (select 1 from ${questionTags}
    inner join ${ignoredTags} on ignored_tags.tag_id = question_tags.tag_id and ignored_tags.user_id = users.id
    where question_tags.question_id = ${id})`
  await tx.execute(sql`
    with interested as (${interestedIn(id)}), receivers as (
      select distinct on (users.id) users.id as user_id, interested.kind, questions.created_at,
        case interested.kind when 'followed_tags' then ${frequencyOfLevel}
          else ${frequencyColumn('all_questions')} end as frequency
      from interested
      inner join ${users} on ${canGetMails} and users.id = interested.user_id
        and case interested.kind when 'followed_tags' then users.mails_followed_tags else not ${hasIgnoredTag} end
      inner join ${questions} on questions.id = ${id} and questions.user_id <> users.id and ${isListed()}
      left join ${notificationChoices} settings on settings.user_id = users.id
      order by users.id, interested.priority, interested.level
    ), queued as (
      insert into ${dueMails} (user_id, subject_id, kind, frequency, created_at)
      select user_id, ${id}, kind, frequency, ${now} from receivers where frequency in ('immediate', 'hourly')
      order by user_id
      on conflict do nothing
      returning user_id, frequency
    )
    ${schedule(
      sql`select user_id, frequency, ${now} as since from queued
        union all select user_id, frequency, created_at + ${questionDelay} from receivers where frequency in ('daily', 'weekly')`,
      now,
    )}`)
}

/** Tags that are followed for the digest. Of several tags, `all` counts, because it sorts first. */
const frequencyOfLevel = sql`case
  when interested.level = 'digest' and ${frequencyColumn('followed_tags')} in ('immediate', 'hourly') then 'daily'
  else ${frequencyColumn('followed_tags')} end`

/** Selects user_id, kind, level and priority of everyone who may want to know. */
function interestedIn(questionId: SQL): SQL {
  const receivers = {
    tag_follower: sql`select follows.user_id, follows.level from ${questionTags}
      inner join ${follows} on follows.object_id = question_tags.tag_id where question_tags.question_id = ${questionId}`,
    subscriber: sql`select users.id as user_id, 'all' as level from ${users} where users.mails_all_questions`,
  }
  const rows = mailNotices.question_asked.map(
    (
      [to, kind],
      priority,
    ) => sql`select user_id, level, ${kind}::text as kind, ${priority}::int as priority
      from (${receivers[to]}) as found`,
  )
  return sql.join(rows, sql` union all `)
}
