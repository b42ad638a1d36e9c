import { addComment } from '@stoa/contract/features/comments'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { examine } from './doctor.actions.ts'
import { keptChecks, tagSetsCheck } from './doctor.checks.ts'

let site: TestSite

beforeAll(async () => {
  site = await aSite()
  const [ada, bob] = [await aPerson(site.ctx), await aPerson(site.ctx)]
  const first = await aQuestion(site.as(ada.token))
  await aQuestion(site.as(ada.token), { content: `As in #${first.id}.` })
  const { id } = await anAnswer(site.as(bob.token), first.id)
  await site.as(ada.token).call(addComment, { object_id: id, original_text: 'Thank you.' })
})
afterAll(() => site.close())

it('finds nothing on a site where all is well', async () => {
  expect(await examine(site.ctx, { fixes: false })).toEqual([])
})

it.each(keptChecks.map(({ name, table, column }) => ({ name, table, column })))(
  'finds and mends a wrong $name',
  async ({ name, table, column }) => {
    const { rows } = await site.ctx.db.execute<{ type: string }>(
      sql`select data_type as type from information_schema.columns where table_name = ${table} and column_name = ${column}`,
    )
    const field = sql.identifier(column)
    await site.ctx.db.execute(breaking(name, rows[0]!.type, sql.identifier(table), field))
    const found = await examine(site.ctx, { fixes: false })
    expect(found.map((finding) => finding.name)).toContain(name)
    await examine(site.ctx, { fixes: true })
    expect(await examine(site.ctx, { fixes: true })).toEqual([])
  },
)

/** Spoils one row. A pointer can only be spoilt by one that leads to a hidden answer. */
function breaking(name: string, type: string, table: unknown, field: unknown) {
  if (name === 'questions.accepted_answer_id') {
    return sql`with hidden as (update answers set status = 11 returning id, question_id)
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
])('finds and mends tags that are kept wrongly', async (breakIt) => {
  await site.ctx.db.execute(breakIt)
  const found = await examine(site.ctx, { fixes: true })
  expect(found).toMatchObject([{ name: tagSetsCheck.name, count: 2, isFixed: true }])
  expect(await examine(site.ctx, { fixes: false })).toEqual([])
})

it('tells of what nobody can mend, and leaves it', async () => {
  await site.ctx.db.execute(sql`update questions set original_text = 'changed behind its back'`)
  await site.ctx.db.execute(sql`
    insert into votes (user_id, object_id, value, created_at)
    select user_id, id, 1, now() from questions limit 1`)
  await site.ctx.db.execute(sql`
    with synonym as (
      insert into tags (slug_name, display_name, main_tag_id, created_by, created_at)
      select 'loaf', 'Loaf', id, created_by, now() from tags limit 1 returning id, created_by)
    insert into follows (user_id, object_id, created_at) select created_by, id, now() from synonym`)
  const findings = await examine(site.ctx, { fixes: true })
  expect(findings.filter(({ isFixed }) => !isFixed).map(({ name }) => name)).toEqual([
    'questions unlike their newest revision',
    'tags unlike their newest revision',
    'votes for oneself',
    'followers of a synonym',
  ])
})
