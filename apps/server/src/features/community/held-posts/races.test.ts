import type { Client } from '@stoa/contract/client'
import { ApiError } from '@stoa/contract/client'
import { deleteAnswer, editAnswer } from '@stoa/contract/features/answers'
import { addComment, deleteComment, editComment } from '@stoa/contract/features/comments'
import { decideHeldPost } from '@stoa/contract/features/held-posts'
import { undoDecision } from '@stoa/contract/features/review'
import { deleteQuestion, editQuestion, recoverQuestion } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { assertConsistent, findHeldPost, setHoldRules } from './held-posts.factory.ts'

const rounds = Number(process.env['STOA_RACE_ROUNDS'] ?? 12)

let site: TestSite
let mods: Client[]
let eve: Client
let listed: string

beforeAll(async () => {
  site = await aSite()
  site.ctx.limits.take = async () => {}
  mods = []
  for (const name of ['Mia', 'Max'])
    mods.push(site.as((await aUser(site.ctx, { name, role: 'moderator' })).token))
  eve = site.as((await aUser(site.ctx, { name: 'Eve' })).token)
  listed = (await aQuestion(mods[0]!)).id
  await setHoldRules(site.ctx, { hold_words: ['fridge'] })
})
afterAll(() => site.close())

type Held = { id: string; edit(): Promise<unknown>; remove(): Promise<unknown> }

const text = `In the fridge, see #`

const kinds: Record<string, () => Promise<Held>> = {
  async question() {
    const { id } = await aQuestion(eve, { content: text + listed, tags: ['baking', 'cold'] })
    const edit = { id, version: 1, title: 'Edited', content: 'Still in the fridge.' }
    const tags = [{ slug_name: 'baking' }, { slug_name: 'warm' }]
    return {
      id,
      edit: () => eve.call(editQuestion, { ...edit, tags }),
      remove: () => eve.call(deleteQuestion, { id }),
    }
  },
  async answer() {
    const { id: questionId } = await aQuestion(mods[0]!)
    const { id } = await anAnswer(eve, questionId, text + listed)
    return {
      id,
      edit: () => eve.call(editAnswer, { id, version: 1, content: 'Still in the fridge.' }),
      remove: () => eve.call(deleteAnswer, { id }),
    }
  },
  async comment() {
    const comment = { object_id: listed, original_text: `fridge ${Math.random()}` }
    const { comment_id } = await eve.call(addComment, comment)
    return {
      id: comment_id,
      edit: () => eve.call(editComment, { comment_id, original_text: 'Another fridge' }),
      remove: () => eve.call(deleteComment, { comment_id }),
    }
  },
}

/** Fails on server errors, such as a deadlock that was not retried. */
async function attempt(call: Promise<unknown>) {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof ApiError && error.envelope.status < 500) return false
    throw error
  }
}

describe.each(Object.keys(kinds))('concurrent changes of a held %s', (kind) => {
  it('are decided once, and leave every counter right', { timeout: 120_000 }, async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, edit, remove } = await kinds[kind]!()
      const review_id = (await findHeldPost(mods[0]!, id))!.review_id
      const calls = [
        () => mods[0]!.call(decideHeldPost, { review_id, status: 'approve' }),
        () => mods[1]!.call(decideHeldPost, { review_id, status: 'reject' }),
        () => mods[0]!.call(undoDecision, { type: 'queued_post', id: review_id }),
        () => mods[1]!.call(decideHeldPost, { review_id, status: 'approve' }),
        edit,
        remove,
        ...(kind === 'question' ? [() => eve.call(recoverQuestion, { question_id: id })] : []),
      ]
      const offset = round % calls.length
      const rotated = [...calls.slice(offset), ...calls.slice(0, offset)]
      await Promise.all(rotated.map((call) => attempt(call())))
      const rows = await site.db.select().from(heldPosts).where(eq(heldPosts.objectId, id))
      expect(rows.filter(({ outcome }) => outcome === null).length).toBeLessThanOrEqual(1)
    }
    await assertConsistent(site.ctx)
  })

  it('count one decision', async () => {
    const { id } = await kinds[kind]!()
    const review_id = (await findHeldPost(mods[0]!, id))!.review_id
    const statuses = ['approve', 'reject', 'approve', 'reject'] as const
    const decisions = statuses.map((status, index) =>
      attempt(mods[index % 2]!.call(decideHeldPost, { review_id, status })),
    )
    expect((await Promise.all(decisions)).filter(Boolean)).toHaveLength(1)
    await assertConsistent(site.ctx)
  })
})
