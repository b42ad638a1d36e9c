import type { Client } from '@stoa/contract/client'
import { addComment, deleteComment, recoverComment } from '@stoa/contract/features/comments'
import { questionStatuses } from '@stoa/contract/features/questions'
import { decideHeldPost, listHeldPosts } from '@stoa/contract/features/held-posts'
import { undoDecision } from '@stoa/contract/features/review'
import { voteUp } from '@stoa/contract/features/votes'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { activities } from '../../../schema/activity.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { assertConsistent, decide, findHeldPost, setHoldRules } from './held-posts.factory.ts'
import { countHeldPosts } from './held-posts.queries.ts'

let site: TestSite
let mod: Client
let ben: Client
let eve: { id: string; client: Client }
let listedQuestion: string

beforeAll(async () => {
  site = await aSite()
  const mia = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
  mod = site.as(mia.token)
  ben = site.as((await aUser(site.ctx, { name: 'Ben' })).token)
  listedQuestion = (await aQuestion(ben)).id
})
afterAll(() => site.close())

beforeEach(async () => {
  const { id, token } = await aUser(site.ctx)
  eve = { id, client: site.as(token) }
  await setHoldRules(site.ctx, { hold_first_posts: 1 })
})
afterEach(() => assertConsistent(site.ctx))

const userRow = async (id: string) => {
  const [row] = await site.db.select().from(users).where(eq(users.id, id))
  return row!
}
const activityOf = async (...ids: string[]) => {
  const rows = await site.db.select().from(activities).where(inArray(activities.objectId, ids))
  return rows.map(({ kind }) => kind)
}

describe('PUT /review/undo of held content', () => {
  const undo = async (id: string, client = mod) => {
    const [row] = await site.db.select().from(heldPosts).where(eq(heldPosts.objectId, id))
    await client.call(undoDecision, { type: 'queued_post', id: row!.id })
  }

  it.each(['approve', 'reject'] as const)(
    'makes content pending again after %s',
    async (status) => {
      const { id: questionId } = await aQuestion(ben)
      const { id } = await aQuestion(eve.client, { content: `See #${listedQuestion}` })
      const answer = await anAnswer(eve.client, questionId, `See #${listedQuestion}`)
      const input = { object_id: questionId, original_text: 'A comment' }
      const { comment_id } = await eve.client.call(addComment, input)
      const ids = [id, answer.id, comment_id]
      const readState = async () => ({
        questions: await site.db.select().from(questions).orderBy(questions.id),
        answers: await site.db.select().from(answers).orderBy(answers.id),
        comments: await site.db.select().from(comments).orderBy(comments.id),
        held: await site.db.select().from(heldPosts).orderBy(heldPosts.id),
        user: await userRow(eve.id),
      })
      const before = await readState()
      for (const one of ids) await decide(mod, one, status)
      for (const one of ids) await undo(one)
      const after = await readState()
      expect(after).toEqual(before)
      expect((await activityOf(...ids)).filter((kind) => !kind.includes('deleted'))).toEqual([])
      for (const one of ids) expect(await findHeldPost(mod, one)).toBeDefined()
      for (const one of ids) await decide(mod, one, 'approve')
      expect((await activityOf(...ids)).filter((kind) => !kind.includes('deleted'))).toHaveLength(3)
    },
  )

  it('is not needed for a comment that was deleted while it waited: restored, it waits again', async () => {
    const { id: object_id } = await aQuestion(ben)
    const input = { object_id, original_text: 'A comment' }
    const { comment_id } = await eve.client.call(addComment, input)
    await eve.client.call(deleteComment, { comment_id })
    await mod.call(recoverComment, { comment_id })
    const [restored] = await site.db.select().from(comments).where(eq(comments.id, comment_id))
    expect(restored!.status).toBe(questionStatuses.pending)
    expect(await findHeldPost(mod, comment_id)).toBeDefined()
    await decide(mod, comment_id, 'approve')
    await mod.call(deleteComment, { comment_id })
    await mod.call(recoverComment, { comment_id })
    const [shown] = await site.db.select().from(comments).where(eq(comments.id, comment_id))
    expect(shown!.status).toBe(questionStatuses.open)
  })

  it('hides what readers did with the content, and shows it again', async () => {
    const { id } = await aQuestion(eve.client)
    await decide(mod, id, 'approve')
    await mod.call(voteUp, { object_id: id })
    expect((await userRow(eve.id)).reputation).toBe(11)
    await undo(id)
    expect((await userRow(eve.id)).reputation).toBe(1)
    await decide(mod, id, 'approve')
    expect((await userRow(eve.id)).reputation).toBe(11)
  })

  it('rejects other moderators, and everyone after 30 seconds', async () => {
    const { id } = await aQuestion(eve.client)
    await expectError(undo(id), 'review.undo_not_possible')
    await decide(mod, id, 'approve')
    const other = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
    await expectError(undo(id, other), 'review.undo_not_possible')
    await expectError(undo(id, ben), 'auth.forbidden')
    site.advance(31_000)
    await expectError(undo(id), 'review.undo_expired')
  })
})

describe('the queue', () => {
  /** Has skipped nothing. */
  const noOne = { id: '0', roleId: 3 } as const

  it('leaves out content that is gone, and counts the same', async () => {
    const { id } = await aQuestion(eve.client)
    const { id: other } = await aQuestion(eve.client, { title: 'Another one' })
    const count = await countHeldPosts(site.ctx.db, noOne)
    expect((await mod.call(listHeldPosts, { page_size: 100 })).count).toBe(count)
    await site.db.update(questions).set({ status: 1 }).where(eq(questions.id, id))
    expect(await findHeldPost(mod, id)).toBeUndefined()
    expect(await countHeldPosts(site.ctx.db, noOne)).toBe(count - 1)
    await site.db.update(questions).set({ status: 11 }).where(eq(questions.id, id))
    for (const one of [id, other]) await decide(mod, one, 'reject')
    await expectError(
      mod.call(decideHeldPost, { review_id: '999999', status: 'approve' }),
      'review.case_not_found',
    )
  })
})
