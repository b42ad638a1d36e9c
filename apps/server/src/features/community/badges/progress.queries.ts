import { type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../kernel/rules.ts'
import { badgeAwards, badges } from '../../../schema/badges.ts'
import { answers, questions } from '../../../schema/posts.ts'

/**
 * How far the user is: for badges of posts, the best score among those without the badge. Null for visitors, for what is
 * done at once, and for badges of a tag or of a time, whose votes the score does not tell.
 */
export function progressOf(actor: Viewer | null): SQL<number | null> {
  if (actor === null) return sql`null`
  const bestOf = (posts: typeof questions | typeof answers, isPublic: SQL) => sql`(
    select greatest(0, least(${posts.score}, ${badges.amount} - 1)) from ${posts}
    where ${posts.userId} = ${actor.id}::bigint and ${isPublic} and not exists (
      select 1 from ${badgeAwards} where ${badgeAwards.badgeId} = ${badges.id}
        and ${badgeAwards.userId} = ${posts.userId} and ${badgeAwards.objectId} = ${posts.id}
        and not ${badgeAwards.isSingle})
    order by ${posts.score} desc, ${posts.id} desc limit 1)`
  return sql<number | null>`case
    when ${badges.tagId} is not null or ${badges.withinDays} is not null then null
    when ${badges.condition} = 'question_upvotes'
      then coalesce(${bestOf(questions, sql`${questions.status} in (1, 2)`)}, 0)
    when ${badges.condition} = 'answer_upvotes'
      then coalesce(${bestOf(answers, sql`${answers.status} = 1`)}, 0)
    else null end::int`
}
