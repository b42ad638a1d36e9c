import type { Client } from '@stoa/contract/client'
import {
  acceptAnswer,
  deleteAnswer,
  editAnswer,
  getAnswer,
  postAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import { addComment, deleteComment, editComment } from '@stoa/contract/features/comments'
import {
  deleteQuestion,
  editQuestion,
  getQuestion,
  operateQuestion,
} from '@stoa/contract/features/questions'
import { react } from '@stoa/contract/features/reactions'
import { voteUp } from '@stoa/contract/features/votes'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { activities } from '../../../schema/activity.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from './questions.factory.ts'

let site: TestSite
let ada: Client
let ben: Client
let benId: string
let mod: Client

beforeAll(async () => {
  site = await aSite()
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
})
afterAll(() => site.close())
// Many acts of one user would require a captcha.
beforeEach(async () => {
  ada = site.as((await aUser(site.ctx)).token)
  const user = await aUser(site.ctx)
  ;[ben, benId] = [site.as(user.token), user.id]
})

const operate = (
  id: string,
  operation: 'lock' | 'unlock' | 'protect' | 'unprotect',
  client = mod,
) => client.call(operateQuestion, { id, operation })
const actionsOf = (list: { action: string }[]) => list.map(({ action }) => action)

async function aThread() {
  const { id } = await aQuestion(ada)
  const answer = await anAnswer(ben, id)
  const deleted = await anAnswer(ada, id)
  await ada.call(deleteAnswer, { id: deleted.id })
  const { comment_id } = await ada.call(addComment, { object_id: id, original_text: 'Which?' })
  return { id, answerId: answer.id, deletedId: deleted.id, comment_id }
}

type Thread = Awaited<ReturnType<typeof aThread>>
type Change = (client: Client, thread: Thread) => Promise<unknown>

const tags = [{ slug_name: 'baking' }]

/** What anyone could do to a thread, by whom. */
const changes: Record<string, [() => Client, Change]> = {
  'edit the question': [
    () => ada,
    (client, { id }) =>
      client.call(editQuestion, { id, title: 'New', content: 'New text.', tags, version: 1 }),
  ],
  'delete the question': [() => ada, (client, { id }) => client.call(deleteQuestion, { id })],
  answer: [
    () => ada,
    (client, { id }) => client.call(postAnswer, { question_id: id, content: 'Another answer.' }),
  ],
  'edit an answer': [
    () => ben,
    (client, { answerId: id }) =>
      client.call(editAnswer, { id, content: 'Changed text.', version: 1 }),
  ],
  'delete an answer': [() => ben, (client, { answerId: id }) => client.call(deleteAnswer, { id })],
  'restore an answer': [
    () => ada,
    (client, { deletedId }) => client.call(recoverAnswer, { answer_id: deletedId }),
  ],
  'accept an answer': [
    () => ada,
    (client, { id, answerId }) =>
      client.call(acceptAnswer, { question_id: id, answer_id: answerId }),
  ],
  'vote on the question': [() => ben, (client, { id }) => client.call(voteUp, { object_id: id })],
  'vote on an answer': [
    () => ada,
    (client, { answerId }) => client.call(voteUp, { object_id: answerId }),
  ],
  'vote on a comment': [
    () => ben,
    (client, { comment_id }) => client.call(voteUp, { object_id: comment_id }),
  ],
  react: [
    () => ben,
    (client, { id }) => client.call(react, { object_id: id, emoji: 'heart', reaction: 'activate' }),
  ],
  comment: [
    () => ben,
    (client, { answerId }) =>
      client.call(addComment, { object_id: answerId, original_text: 'Good one.' }),
  ],
  'edit a comment': [
    () => ada,
    (client, { comment_id }) =>
      client.call(editComment, { comment_id, original_text: 'Which one?' }),
  ],
}

describe('a locked question', () => {
  it.each(Object.entries(changes))('lets nobody %s until it is unlocked', async (_name, entry) => {
    const [client, change] = entry
    const thread = await aThread()
    await operate(thread.id, 'lock')
    await expectError(change(client(), thread), 'post.locked')
    await operate(thread.id, 'unlock')
    const result = await change(client(), thread).then(
      () => 'done',
      (error: unknown) => String(error),
    )
    expect(result).not.toContain('post.locked')
  })

  it('is still open to staff, and to deleting own comments', async () => {
    const { id, answerId, comment_id } = await aThread()
    await operate(id, 'lock')
    await mod.call(addComment, { object_id: answerId, original_text: 'Locked by staff.' })
    await mod.call(editAnswer, { id: answerId, content: 'Cleaned up text.', version: 1 })
    await ada.call(deleteComment, { comment_id })
    const { info } = await ada.call(getAnswer, { id: answerId })
    expect(info.content).toBe('Cleaned up text.')
  })

  it('offers only what would work', async () => {
    const { id, answerId } = await aThread()
    await expectError(operate(id, 'lock', ada), 'auth.forbidden')
    await operate(id, 'lock')
    await operate(id, 'lock')
    const question = await ada.call(getQuestion, { id })
    expect(question.is_locked).toBe(true)
    expect(actionsOf(question.member_actions)).toEqual([])
    const { info } = await ben.call(getAnswer, { id: answerId })
    expect(actionsOf(info.member_actions)).toEqual([])
    expect(actionsOf((await mod.call(getQuestion, { id })).member_actions)).toContain('unlock')
    const rows = await site.db.select().from(activities).where(eq(activities.objectId, id))
    expect(rows.map(({ kind }) => kind)).toEqual(['asked', 'locked'])
  })
})

describe('a protected question', () => {
  it('accepts answers of the asker, of staff and of users with enough reputation', async () => {
    const { id } = await aQuestion(ada)
    await operate(id, 'protect')
    expect((await site.as().call(getQuestion, { id })).protected_rank).toBe(10)
    const content = 'An answer.'
    const rejected = await expectError(
      ben.call(postAnswer, { question_id: id, content }),
      'answer.question_protected',
    )
    expect(rejected.msg).toContain('10')
    await site.db.update(users).set({ points: 9 }).where(eq(users.id, benId))
    await ben.call(postAnswer, { question_id: id, content })
    await site.db.update(users).set({ points: 0 }).where(eq(users.id, benId))
    await ada.call(postAnswer, { question_id: id, content })
    await mod.call(postAnswer, { question_id: id, content })
  })

  it('accepts all answers once it is unprotected', async () => {
    const { id } = await aQuestion(ada)
    await operate(id, 'protect')
    await operate(id, 'unprotect')
    expect((await site.as().call(getQuestion, { id })).protected_rank).toBe(0)
    await ben.call(postAnswer, { question_id: id, content: 'An answer.' })
  })
})
