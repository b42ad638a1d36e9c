import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, questions, questionTags } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { isAnswerOpenTo, isListed } from '../../content/shared/posts.visibility.ts'

/** In Unix seconds: the period, and where the one before starts. */
type Span = { from: number; to: number; before: number }

const shown = 5
/** Fewer questions say nothing about a tag. */
const minQuestions = 5
/** Who answers a tag this often in the period is a regular. */
const regularAnswers = 3
const maxRegulars = 2

/** Tags of which many questions stay open and that hardly anyone answers regularly. */
export async function listTagsWithoutExperts(db: ReadDb, { from, to }: Span) {
  const { rows } = await db.execute<{
    slug_name: string
    questions: number
    unanswered: number
    regulars: number
  }>(sql`
    with asked as (
      select ${questionTags.tagId} as tag_id, ${questions.id} as question_id, not ${questions.isAnswered} as is_open
      from ${questionTags} join ${questions} on ${questions.id} = ${questionTags.questionId}
      where ${isListed()} and ${questionTags.askedAt} >= to_timestamp(${from}) and ${questionTags.askedAt} < to_timestamp(${to})),
    busy as (
      select tag_id, count(*)::int as questions, (count(*) filter (where is_open))::int as unanswered
      from asked group by tag_id having count(*) >= ${minQuestions} and count(*) filter (where is_open) > 0),
    helpers as (
      select tag_id, ${answers.userId} as user_id
      from busy join asked using (tag_id)
      join ${answers} on ${answers.questionId} = asked.question_id and ${isAnswerOpenTo(null)}
      group by tag_id, ${answers.userId} having count(*) >= ${regularAnswers}),
    helped as (select tag_id, count(*)::int as regulars from helpers group by tag_id)
    select ${tags.slugName} as slug_name, questions, unanswered, coalesce(regulars, 0) as regulars
    from busy join ${tags} on ${tags.id} = busy.tag_id left join helped on helped.tag_id = busy.tag_id
    where coalesce(regulars, 0) <= ${maxRegulars}
    order by unanswered::float / questions desc, questions desc, ${tags.slugName} limit ${shown}`)
  return rows
}

/** Tags with the most additional questions. */
export async function listRisingTags(db: ReadDb, { from, to, before }: Span) {
  const { rows } = await db.execute<{
    slug_name: string
    questions: number
    questions_before: number
  }>(sql`
    with asked as (
      select ${questionTags.tagId} as tag_id,
        (count(*) filter (where ${questionTags.askedAt} >= to_timestamp(${from})))::int as questions,
        (count(*) filter (where ${questionTags.askedAt} < to_timestamp(${from})))::int as questions_before
      from ${questionTags} join ${questions} on ${questions.id} = ${questionTags.questionId}
      where ${isListed()} and ${questionTags.askedAt} >= to_timestamp(${before}) and ${questionTags.askedAt} < to_timestamp(${to})
      group by ${questionTags.tagId})
    select ${tags.slugName} as slug_name, questions, questions_before
    from asked join ${tags} on ${tags.id} = asked.tag_id
    where questions >= ${minQuestions} and questions > questions_before
    order by questions - questions_before desc, ${tags.slugName} limit ${shown}`)
  return rows
}
