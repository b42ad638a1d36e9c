import { editAnswer, getAnswer } from '@stoa/contract/features/answers'
import { editQuestion } from '@stoa/contract/features/questions'
import { limits } from '@stoa/contract/limits'
import { count, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

const { perDay, total } = limits.revisions
const dayMs = 24 * 3_600_000

const revisionsOf = async (objectId: string) => {
  const [row] = await site.ctx.db
    .select({ count: count() })
    .from(revisions)
    .where(eq(revisions.objectId, objectId))
  return row?.count
}

/** Adds previous versions by the same user, a minute apart. */
async function addVersions(objectId: string, userId: string, versions: number, ageMs = 0) {
  const newest = new Date(site.ctx.clock.now().getTime() - ageMs).toISOString()
  await site.db.execute(sql`
    insert into revisions (object_id, version, user_id, original_text, status, created_at)
    select ${objectId}::bigint, n + 1, ${userId}::bigint, 'Earlier.', 2,
      ${newest}::timestamptz - n * interval '1 minute'
    from generate_series(1, ${versions}::int) n`)
  await site.db
    .update(questions)
    .set({ version: versions + 1 })
    .where(eq(questions.id, objectId))
}

describe('revisions of one user', () => {
  it('are limited per post and day, without limiting other users or posts', async () => {
    const ada = await aUser(site.ctx)
    const mod = await aUser(site.ctx, { role: 'moderator' })
    const question = await aQuestion(site.as(ada.token))
    await addVersions(question.id, ada.id, perDay - 2)
    const edit = async (token: string, content: string, version: number) =>
      await site.as(token).call(editQuestion, {
        id: question.id,
        title: question.title,
        tags: [{ slug_name: 'baking' }],
        content,
        version,
      })
    await edit(ada.token, 'The last one of today.', perDay - 1)
    const rejection = await expectError(edit(ada.token, 'One too many.', perDay), 'edit.too_many')
    expect(rejection).toMatchObject({
      status: 429,
      msg: expect.stringContaining(`${perDay}`) as string,
    })
    expect(await revisionsOf(question.id)).toBe(perDay)
    await edit(mod.token, 'Edited by someone else.', perDay)
    await aQuestion(site.as(ada.token), { title: 'Another question' })
    site.advance(dayMs)
    await edit(ada.token, 'The first one of tomorrow.', perDay + 1)
  })

  it('are limited in total per post', async () => {
    const ada = await aUser(site.ctx)
    const question = await aQuestion(site.as(ada.token))
    const answer = await anAnswer(site.as(ada.token), question.id)
    await addVersions(answer.id, ada.id, total - 2, 2 * dayMs)
    await site.db.execute(
      sql`update answers set version = ${total - 1} where id = ${answer.id}::bigint`,
    )
    const edit = async (content: string, version: number) =>
      await site.as(ada.token).call(editAnswer, { id: answer.id, content, version })
    await edit('The last one of all.', total - 1)
    await expectError(edit('One too many.', total), 'edit.too_many')
    const { info } = await site.as().call(getAnswer, { id: answer.id })
    expect(info.content).toBe('The last one of all.')
  })
})
