import { sql } from 'drizzle-orm'
import { badgeAwards, badges } from '../src/schema/badges.ts'
import { answers, questions } from '../src/schema/posts.ts'
import type { TestSite } from './site.ts'

/** Badges whose awards name a post. */
export const postBadges = { question: '10090000000000012', answer: '10090000000000009' }

/** Badges for all posts, also for those that were hidden since. */
export async function awardEverything({ db }: TestSite) {
  await db.execute(sql`
    insert into ${badgeAwards} (badge_id, is_single, user_id, object_id, created_at)
    select ${postBadges.question}::bigint, false, user_id, id, now() from ${questions}
    union all select ${postBadges.answer}::bigint, false, user_id, id, now() from ${answers}`)
  await db.execute(sql`
    update ${badges} set award_count = (select count(*) from ${badgeAwards} where badge_id = badges.id)`)
}
