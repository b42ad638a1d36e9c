import type { Client } from '@stoa/contract/client'
import { getTimeline } from '@stoa/contract/features/activity'
import {
  acceptAnswer,
  deleteAnswer,
  editAnswer,
  getAnswer,
  operateAnswer,
  postAnswer,
} from '@stoa/contract/features/answers'
import { addComment, editComment } from '@stoa/contract/features/comments'
import { react } from '@stoa/contract/features/reactions'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { voteUp } from '@stoa/contract/features/votes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aTrustedUser } from '../../people/reputation/reputation.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { anAnswer } from './answers.factory.ts'

let site: TestSite
let ada: Client
let ben: Client
let mod: Client

beforeAll(async () => {
  site = await aSite()
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
})
afterAll(() => site.close())
beforeEach(async () => {
  ada = site.as((await aTrustedUser(site.ctx)).token)
  ben = site.as((await aUser(site.ctx)).token)
})

async function aLockedAnswer() {
  const { id } = await aQuestion(ada)
  const { id: answerId } = await anAnswer(ben, id)
  const remark = { object_id: answerId, original_text: 'Which flour?' }
  const { comment_id } = await ada.call(addComment, remark)
  await mod.call(operateAnswer, { id: answerId, operation: 'lock' })
  return { id, answerId, comment_id }
}

type Locked = Awaited<ReturnType<typeof aLockedAnswer>>

const changes: Record<string, [() => Client, (client: Client, on: Locked) => Promise<unknown>]> = {
  edit: [
    () => ben,
    (client, { answerId: id }) =>
      client.call(editAnswer, { id, content: 'Another text.', version: 1 }),
  ],
  delete: [() => ben, (client, { answerId: id }) => client.call(deleteAnswer, { id })],
  vote: [() => ada, (client, { answerId }) => client.call(voteUp, { object_id: answerId })],
  react: [
    () => ada,
    (client, { answerId: object_id }) =>
      client.call(react, { object_id, emoji: 'heart', reaction: 'activate' }),
  ],
  comment: [
    () => ada,
    (client, { answerId: object_id }) =>
      client.call(addComment, { object_id, original_text: 'And salt?' }),
  ],
  'edit a comment': [
    () => ada,
    (client, { comment_id }) =>
      client.call(editComment, { comment_id, original_text: 'Which salt?' }),
  ],
  'vote on a comment': [
    () => ben,
    (client, { comment_id }) => client.call(voteUp, { object_id: comment_id }),
  ],
}

describe('PUT /answer/operation', () => {
  it.each(Object.keys(changes))('locks an answer: members cannot %s', async (name) => {
    const locked = await aLockedAnswer()
    const [client, change] = changes[name]!
    await expectError(change(client(), locked), 'post.locked')
    await mod.call(operateAnswer, { id: locked.answerId, operation: 'unlock' })
    await change(client(), locked)
  })

  it('leaves the question, other answers and acceptance as they are', async () => {
    const { id, answerId } = await aLockedAnswer()
    await ada.call(postAnswer, { question_id: id, content: 'Another answer.' })
    await ada.call(acceptAnswer, { question_id: id, answer_id: answerId })
    const { question } = await ada.call(getAnswer, { id: answerId })
    expect(question).toMatchObject({ answer_count: 2, accepted_answer_id: answerId })
  })

  it('is shown, offered to staff, idempotent and recorded', async () => {
    const { id, answerId } = await aLockedAnswer()
    await mod.call(operateAnswer, { id: answerId, operation: 'lock' })
    const read = async (client: Client) => (await client.call(getAnswer, { id: answerId })).info
    expect(await read(ada)).toMatchObject({ is_locked: true })
    const actionsOf = async (client: Client) =>
      (await read(client)).member_actions.map(({ action }) => action)
    expect(await actionsOf(mod)).toContain('unlock')
    expect(await actionsOf(ben)).toEqual([])
    const { timeline } = await ben.call(getTimeline, { object_id: answerId })
    const kinds = timeline.map((row) => row.activity_type)
    expect(kinds).toEqual(['locked', 'commented', 'answered'])
    const { list } = await mod.call(listStaffLog, { action: 'lock' })
    expect(list.filter(({ object_id }) => object_id === answerId)).toHaveLength(1)
    await expectError(
      ben.call(operateAnswer, { id: answerId, operation: 'unlock' }),
      'auth.forbidden',
    )
    await mod.call(operateAnswer, { id: answerId, operation: 'unlock' })
    expect(await read(ada)).not.toHaveProperty('is_locked')
    expect((await ada.call(getAnswer, { id: answerId })).question.id).toBe(id)
  })
})
