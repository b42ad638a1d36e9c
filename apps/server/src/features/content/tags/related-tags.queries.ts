import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { questions, questionTags } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { isListed } from '../shared/posts.visibility.ts'
import { findMainTag, type SpecialTags, toTag } from './tags.queries.ts'

const maxQuestions = 500
const maxTags = 10

type RelatedRow = { slug_name: string; display_name: string; question_count: number }

/** Tags of the newest questions with this tag. Counts only questions that everyone can see. */
export async function listRelatedTags(db: ReadDb, slugName: string, specialTags: SpecialTags) {
  const tag = await findMainTag(db, slugName)
  if (tag === null) return []
  const { rows } = await db.execute<RelatedRow>(sql`
    select ${tags.slugName}, ${tags.displayName}, count(*)::int as question_count
    from (
      select question_id from ${questionTags} where tag_id = ${tag.id}
      order by asked_at desc, question_id desc limit ${maxQuestions}
    ) as newest
    join ${questions} on ${questions.id} = newest.question_id
    join ${questionTags} on ${questionTags.questionId} = newest.question_id
    join ${tags} on ${tags.id} = ${questionTags.tagId}
    where ${isListed()} and ${tags.id} <> ${tag.id} and not ${tags.isDeleted}
    group by ${tags.id}
    order by count(*) desc, ${tags.slugName} limit ${maxTags}`)
  return rows.map(({ slug_name, display_name, question_count }) => ({
    ...toTag({ slugName: slug_name, displayName: display_name }, specialTags),
    question_count,
  }))
}
