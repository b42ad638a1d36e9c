import { addComment } from '@stoa/contract/features/comments'
import { voteUp } from '@stoa/contract/features/votes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { doctorSteps, runChecks } from './doctor.actions.ts'
import { columnChecks, tagSetsCheck } from './doctor.checks.ts'

let site: TestSite

beforeAll(async () => {
  site = await aSite()
  const [ada, bob] = [await aUser(site.ctx), await aUser(site.ctx)]
  const first = await aQuestion(site.as(ada.token))
  await aQuestion(site.as(ada.token), { content: `As in #${first.id}.` })
  const { id } = await anAnswer(site.as(bob.token), first.id)
  await site.as(ada.token).call(addComment, { object_id: id, original_text: 'Thank you.' })
})
afterAll(() => site.close())

it('runChecks finds nothing on a consistent site', async () => {
  expect(await runChecks(site.ctx, { repair: false })).toEqual([])
})

it.each(columnChecks.map(({ name, table, column }) => ({ name, table, column })))(
  'runChecks finds and repairs a wrong $name',
  async ({ name, table, column }) => {
    const { rows } = await site.ctx.db.execute<{ type: string }>(
      sql`select data_type as type from information_schema.columns where table_name = ${table} and column_name = ${column}`,
    )
    const field = sql.identifier(column)
    await site.db.execute(breakColumn(name, rows[0]!.type, sql.identifier(table), field))
    const findings = await runChecks(site.ctx, { repair: false })
    expect(findings.map((finding) => finding.name)).toContain(name)
    await runChecks(site.ctx, { repair: true })
    expect(await runChecks(site.ctx, { repair: true })).toEqual([])
  },
)

/** Sets a wrong value. A foreign key can only be wrong by pointing to a hidden answer. */
function breakColumn(name: string, type: string, table: unknown, field: unknown) {
  if (name === 'questions.accepted_answer_id') {
    return sql`with hidden as (update answers set status = 11 returning id, question_id, user_id),
      queued as (
        insert into held_posts (object_id, question_id, user_id, reasons, created_at)
        select id, question_id, user_id, array['words'], now() from hidden)
      update questions set accepted_answer_id = hidden.id, is_answered = true from hidden where questions.id = hidden.question_id`
  }
  if (name === 'questions.last_answer_id') return sql`update questions set last_answer_id = null`
  if (type === 'boolean') return sql`update ${table} set ${field} = not ${field}`
  return sql`update ${table} set ${field} = ${field} + 1 where id = (select max(id) from ${table})`
}

it.each([
  sql`update tag_sets set tag_ids = '{1}'`,
  sql`delete from tag_sets`,
  sql`update tag_sets set asked_at = now()`,
])('runChecks finds and repairs wrong tag_sets', async (statement) => {
  await site.db.execute(statement)
  const findings = await runChecks(site.ctx, { repair: true })
  expect(findings).toMatchObject([{ name: tagSetsCheck.name, count: 2, isFixed: true }])
  expect(await runChecks(site.ctx, { repair: false })).toEqual([])
})

it('runChecks reports what it cannot repair, and leaves it', async () => {
  await site.db.execute(sql`update questions set original_text = 'changed behind its back'`)
  await site.db.execute(sql`
    insert into votes (user_id, object_id, value, created_at)
    select user_id, id, 1, now() from questions limit 1`)
  await site.db.execute(sql`
    with synonym as (
      insert into tags (slug_name, display_name, main_tag_id, created_by, created_at)
      select 'loaf', 'Loaf', id, created_by, now() from tags limit 1 returning id, created_by)
    insert into follows (user_id, object_id, created_at) select created_by, id, now() from synonym`)
  const findings = await runChecks(site.ctx, { repair: true })
  expect(findings.filter(({ isFixed }) => !isFixed).map(({ name }) => name)).toEqual([
    'questions that differ from their latest revision',
    'tags that differ from their latest revision',
    'votes on own content',
    'followers of a synonym',
  ])
})

it('runChecks compares all rows of a large table, in several statements', async () => {
  const { id } = await aUser(site.ctx)
  await site.db.execute(sql`
    insert into votes (user_id, object_id, value, created_at)
    select ${id}, n, 1, now() from generate_series(1, 12000) as n`)
  let pauses = 0
  const pause = async () => {
    pauses += 1
  }
  const name = 'votes of missing objects'
  const step = doctorSteps.find((one) => one.name === name)
  const finding = await step?.run(site.ctx, { repair: false, pause })
  expect(finding).toMatchObject({ name, count: 12_000 })
  expect(pauses).toBe(3)
  await site.db.execute(sql`delete from votes where object_id <= 12000`)
})

it('runChecks reports pending content without an entry, and entries without pending content', async () => {
  const client = site.as((await aUser(site.ctx)).token)
  const [lost, published] = [await aQuestion(client), await aQuestion(client)]
  await site.db.execute(sql`update questions set status = 11 where id = ${lost.id}::bigint`)
  await site.db.execute(sql`
    insert into held_posts (object_id, question_id, user_id, reasons, created_at)
    select id, id, user_id, array['words'], now() from questions where id = ${published.id}::bigint`)
  const findings = await runChecks(site.ctx, { repair: false })
  const idsOf = (name: string) => findings.find((finding) => finding.name === name)?.ids
  expect(idsOf('pending content that is not in the queue')).toEqual([lost.id])
  expect(idsOf('content in the queue that is not pending')).toEqual([published.id])
})

it('runChecks reports notifications without an event', async () => {
  const user = await aUser(site.ctx)
  const { rows } = await site.db.execute<{ id: string }>(sql`
    insert into notifications (user_id, kind, tab, object_id, first_event_id, last_event_id, reason, updated_at)
    select ${user.id}::bigint, 'answer_the_question', 'posts', id, 1, 2, 'follower', now() from questions limit 1
    returning id::text`)
  const findings = await runChecks(site.ctx, { repair: false })
  const found = findings.find(({ name }) => name === 'notifications without an event')
  expect(found?.ids).toEqual([rows[0]?.id])
})

it('runChecks reports notifications of reputation that differ from the ledger', async () => {
  const ada = await aUser(site.ctx)
  const bob = await aUser(site.ctx, { role: 'moderator' })
  const { id } = await aQuestion(site.as(ada.token))
  await site.as(bob.token).call(voteUp, { object_id: id })
  const name = 'notifications of reputation that differ from the ledger'
  const find = async () => {
    const findings = await runChecks(site.ctx, { repair: false })
    return findings.find((finding) => finding.name === name)?.ids
  }
  expect(await find()).toBeUndefined()
  const { rows } = await site.db.execute<{ id: string }>(sql`
    update notifications set points = points + 1
    where kind = 'reputation' and object_id = ${id}::bigint returning id::text`)
  expect(await find()).toEqual([rows[0]?.id])
})
