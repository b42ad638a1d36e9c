import { ApiError } from '@stoa/contract/client'
import {
  acceptAnswer,
  deleteAnswer,
  editAnswer,
  postAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import { deleteQuestion, editQuestion, recoverQuestion } from '@stoa/contract/features/questions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { anAnswer } from './answers.factory.ts'

let site: TestSite

beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

/** Each query returns rows that violate an invariant. */
const inconsistencies = {
  'answers of a question': sql`
    select q.id from questions q left join lateral (
      select count(*) as n, max(a.id) as last, bool_or(a.score > 0 or a.id = q.accepted_answer_id) as good
      from answers a where a.question_id = q.id and a.status = 1) shown on true
    where q.answer_count <> shown.n or q.last_answer_id is distinct from shown.last
      or q.is_answered <> coalesce(shown.good, false)`,
  'an accepted answer that is hidden': sql`
    select q.id from questions q join answers a on a.id = q.accepted_answer_id where a.status <> 1`,
  'answers of a user': sql`
    select u.id from users u where u.answer_count <>
      (select count(*) from answers where user_id = u.id and status = 1)`,
  'questions of a user': sql`
    select u.id from users u where u.question_count <>
      (select count(*) from questions where user_id = u.id and status in (1, 2))`,
  'questions of a tag': sql`
    select t.id from tags t where t.question_count <>
      (select count(*) from question_tags r join questions q on q.id = r.question_id
       where r.tag_id = t.id and q.status in (1, 2) and q.is_listed)`,
  'links to a question': sql`
    select q.id from questions q where q.linked_count <>
      (select count(distinct l.from_question_id) from question_links l
       join questions f on f.id = l.from_question_id left join answers a on a.id = l.from_post_id
       where l.to_question_id = q.id and f.status in (1, 2) and f.is_listed and coalesce(a.status, 1) = 1)`,
  'points of a user': sql`
    select u.id from users u where u.points <>
      (select coalesce(sum(points), 0) from reputation_entries where user_id = u.id)`,
  'points of an acceptance': sql`
    select a.id from answers a join questions q on q.id = a.question_id where a.user_id <> q.user_id
      and (select coalesce(sum(points), 0) from reputation_entries e
           where e.object_id = a.id and e.kind in ('answer.accepted', 'answer.accept'))
        <> case when q.accepted_answer_id = a.id then 17 else 0 end`,
  'newest version of a post': sql`
    select p.id from (select id, version, original_text from questions
      union all select id, version, original_text from answers) p
    where not exists (select 1 from revisions r where r.object_id = p.id and r.version = p.version
      and r.original_text = p.original_text)
      or (select max(version) from revisions r where r.object_id = p.id) <> p.version`,
}

async function findInconsistencies() {
  const found: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(inconsistencies)) {
    const { rows } = await site.ctx.db.execute(query)
    if (rows.length > 0) found[name] = rows
  }
  return found
}

describe('concurrent actions of all kinds', () => {
  it('keep all counts, links, points and versions consistent, without deadlocks', async () => {
    const staff = await Promise.all(
      Array.from({ length: 4 }, () => aUser(site.ctx, { role: 'moderator' })),
    )
    const clients = staff.map(({ token }) => site.as(token))
    const client = (index: number) => clients[index % clients.length]!
    const question = await Promise.all([0, 1, 2].map((index) => aQuestion(client(index))))
    const ids = question.map(({ id }) => id)
    const linkTo = (index: number) => `[x](/questions/${ids[index % 3]}) ${index}`
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (index) => ({
        ...(await anAnswer(client(index + 1), ids[index % 3]!)),
        question_id: ids[index % 3]!,
      })),
    )
    const actions: ((index: number) => Promise<unknown>)[] = [
      (index) => client(index).call(acceptAnswer, pickAnswer(answers, index)),
      (index) => client(index).call(deleteAnswer, { id: pickAnswer(answers, index).answer_id }),
      (index) =>
        client(index).call(recoverAnswer, { answer_id: pickAnswer(answers, index).answer_id }),
      (index) =>
        client(index).call(editAnswer, {
          id: pickAnswer(answers, index).answer_id,
          content: linkTo(index),
          version: 1 + (index % 3),
        }),
      (index) => client(index).call(deleteQuestion, { id: ids[index % 3]! }),
      (index) => client(index).call(recoverQuestion, { question_id: ids[index % 3]! }),
      (index) =>
        client(index).call(editQuestion, {
          id: ids[index % 3]!,
          title: `Title ${index}`,
          content: linkTo(index + 1),
          tags: [{ slug_name: index % 2 === 0 ? 'baking' : 'rye' }],
          version: 1 + (index % 4),
        }),
      (index) =>
        client(index).call(
          postAnswer,
          { question_id: ids[index % 3]!, content: linkTo(index) },
          { idempotencyKey: crypto.randomUUID() },
        ),
    ]
    const before = await countDeadlocks()
    const results = await Promise.allSettled(
      Array.from({ length: 160 }, (_, index) =>
        actions[(index * 5 + (index >> 3)) % actions.length]!(index),
      ),
    )
    const failed = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    const isRejection = (error: unknown) => error instanceof ApiError && error.envelope.status < 500
    expect(failed.filter((error) => !isRejection(error))).toEqual([])
    expect(failed.length).toBeLessThan(120)
    expect(await findInconsistencies()).toEqual({})
    expect(await countDeadlocks()).toBe(before)
  })
})

function pickAnswer(answers: readonly { id: string; question_id: string }[], index: number) {
  const { id: answer_id, question_id } = answers[(index * 7) % answers.length]!
  return { question_id, answer_id }
}

/** Flushes the statistics of every connection first. */
async function countDeadlocks() {
  await Promise.all(
    Array.from({ length: 30 }, () =>
      site.ctx.db.execute(sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`),
    ),
  )
  const { rows } = await site.ctx.db.execute<{ deadlocks: string }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  )
  return Number(rows[0]?.deadlocks)
}
