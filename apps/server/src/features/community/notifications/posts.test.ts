import {
  acceptAnswer,
  deleteAnswer,
  editAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import { addComment, deleteComment } from '@stoa/contract/features/comments'
import { follow } from '@stoa/contract/features/follows'
import { inviteUsers } from '@stoa/contract/features/invites'
import {
  closeQuestion,
  deleteQuestion,
  editQuestion,
  reopenQuestion,
} from '@stoa/contract/features/questions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aMember, inboxOf, kindsOf, type Member } from './notifications.factory.ts'

let site: TestSite
let round = 0
let ada: Member
let ben: Member
let cleo: Member
let mia: Member
let question: { id: string }

beforeAll(async () => {
  site = await aSite({ works: true })
})
afterAll(() => site.close())

/** Ada asks, Cleo follows, Mia is a moderator. */
beforeEach(async () => {
  round++
  ada = await aMember(site, `Ada ${round}`)
  ben = await aMember(site, `Ben ${round}`)
  cleo = await aMember(site, `Cleo ${round}`)
  mia = await aMember(site, `Mia ${round}`, 'moderator')
  question = await aQuestion(ada.client, { title: `Does it freeze well, number ${round}?` })
  await cleo.client.call(follow, { object_id: question.id })
})

const comment = (member: Member, object_id: string, original_text: string, reply?: string) =>
  member.client.call(addComment, {
    object_id,
    original_text,
    ...(reply === undefined ? {} : { reply_comment_id: reply }),
  })

describe('a new answer', () => {
  it('notifies the asker and followers, with where it is, but not its author', async () => {
    await ben.client.call(follow, { object_id: question.id })
    const answer = await anAnswer(ben.client, question.id, 'Yes, for three months.')
    expect(await inboxOf(site, ada)).toMatchObject([
      {
        kind: 'answer_the_question',
        notification_action: 'answered the question',
        reason: 'asker',
        user_info: { username: ben.username },
        user_count: 1,
        object_info: {
          object_type: 'answer',
          object_id: answer.id,
          title: `Does it freeze well, number ${round}?`,
          excerpt: 'Yes, for three months.',
          object_map: { question: question.id, answer: answer.id, comment: '0' },
        },
        rank: 0,
        is_read: false,
      },
    ])
    expect(await kindsOf(site, cleo)).toEqual(['answer_the_question (follower) 1'])
    expect(await kindsOf(site, ben)).toEqual([])
  })

  it('joins those that are unread', async () => {
    await anAnswer(ben.client, question.id)
    await waitForJobs(site.ctx)
    const second = await anAnswer(mia.client, question.id)
    expect(await inboxOf(site, ada)).toMatchObject([
      {
        user_count: 2,
        users: [{ username: mia.username }, { username: ben.username }],
        object_info: { object_id: second.id },
      },
    ])
  })

  it('is taken back when it is deleted, and its author is notified', async () => {
    const first = await anAnswer(ben.client, question.id)
    const second = await anAnswer(cleo.client, question.id)
    expect(await kindsOf(site, ada)).toEqual(['answer_the_question (asker) 2'])
    await mia.client.call(deleteAnswer, { id: second.id })
    expect(await inboxOf(site, ada)).toMatchObject([
      { user_count: 1, object_info: { object_id: first.id } },
    ])
    expect(await inboxOf(site, cleo)).toMatchObject([
      { kind: 'your_answer_was_deleted', user_info: null, object_info: { object_id: second.id } },
      { kind: 'answer_the_question' },
    ])
    await ben.client.call(deleteAnswer, { id: first.id })
    expect(await kindsOf(site, ada)).toEqual([])
    expect(await kindsOf(site, ben)).toEqual([])
    await mia.client.call(recoverAnswer, { answer_id: second.id })
    expect(await kindsOf(site, cleo)).toEqual([])
  })

  it('names whoever it mentions, once', async () => {
    await anAnswer(ben.client, question.id, `As @${cleo.username} says, and @${ben.username}.`)
    expect(await kindsOf(site, cleo)).toEqual(['mention_you (mentioned) 1'])
    expect(await kindsOf(site, ben)).toEqual([])
  })
})

describe('an edit', () => {
  it('notifies authors and followers', async () => {
    const answer = await anAnswer(ben.client, question.id)
    await waitForJobs(site.ctx)
    await mia.client.call(editAnswer, {
      id: answer.id,
      content: 'Clearer than before.',
      version: 1,
    })
    await waitForJobs(site.ctx)
    const title = 'How long does it keep in a freezer?'
    const tags = [{ slug_name: 'baking' }]
    await mia.client.call(editQuestion, {
      id: question.id,
      title,
      content: 'Frozen.',
      tags,
      version: 1,
    })
    expect(await kindsOf(site, ben)).toEqual(['update_answer (author) 1'])
    expect(await kindsOf(site, ada)).toEqual([
      'answer_the_question (asker) 1',
      'update_answer (asker) 1',
      'update_question (asker) 1',
    ])
    expect(await inboxOf(site, cleo)).toMatchObject([
      { kind: 'update_question', object_info: { title, object_id: question.id } },
      { kind: 'update_answer', object_info: { title, object_id: answer.id } },
      { kind: 'answer_the_question' },
    ])
  })
})

describe('an acceptance', () => {
  it('notifies the author, and is taken back', async () => {
    const answer = await anAnswer(ben.client, question.id)
    const accept = (answer_id: string) =>
      ada.client.call(acceptAnswer, { question_id: question.id, answer_id })
    await accept(answer.id)
    expect(await kindsOf(site, ben)).toEqual(['accept_answer (author) 1'])
    await accept('')
    expect(await kindsOf(site, ben)).toEqual([])
  })
})

describe('a comment', () => {
  it('notifies a user once, for the first of reply, mention and authorship', async () => {
    const answer = await anAnswer(ben.client, question.id)
    const first = await comment(ada, answer.id, 'Raw or baked?')
    const reply = `@${ada.username} and @${cleo.username} and @${ben.username}: baked.`
    await comment(mia, answer.id, reply, first.comment_id)
    expect(await kindsOf(site, ada)).toEqual([
      'answer_the_question (asker) 1',
      'reply_to_you (replied) 1',
    ])
    expect(await kindsOf(site, cleo)).toEqual([
      'answer_the_question (follower) 1',
      'mention_you (mentioned) 1',
    ])
    expect(await kindsOf(site, ben)).toEqual([
      'comment_answer (author) 1',
      'mention_you (mentioned) 1',
    ])
  })

  it('never counts notifications of others', async () => {
    await comment(ben, question.id, `@${cleo.username} see above`)
    await comment(mia, question.id, `@${ada.username} see below`)
    await comment(ben, question.id, `@${cleo.username} and again`)
    expect(await inboxOf(site, cleo)).toMatchObject([
      { kind: 'mention_you', user_count: 1, users: [{ username: ben.username }] },
    ])
  })

  it('is taken back when it is deleted, and its author is notified', async () => {
    const { comment_id } = await comment(ben, question.id, 'Which flour?')
    expect(await inboxOf(site, ada)).toMatchObject([
      {
        kind: 'comment_question',
        object_info: { object_type: 'comment', object_id: comment_id, excerpt: 'Which flour?' },
      },
    ])
    await mia.client.call(deleteComment, { comment_id })
    expect(await kindsOf(site, ada)).toEqual([])
    expect(await kindsOf(site, ben)).toEqual(['your_comment_was_deleted (author) 1'])
  })
})

describe('moderation of a question', () => {
  it('notifies the asker', async () => {
    await mia.client.call(closeQuestion, { id: question.id, close_type: 63 })
    expect(await inboxOf(site, ada)).toMatchObject([
      { kind: 'your_question_is_closed', user_info: { username: mia.username } },
    ])
    await mia.client.call(reopenQuestion, { question_id: question.id })
    expect(await kindsOf(site, ada)).toEqual(['your_question_was_reopened (asker) 1'])
    await mia.client.call(deleteQuestion, { id: question.id })
    expect(await inboxOf(site, ada)).toMatchObject([
      { kind: 'your_question_was_deleted', user_info: null },
    ])
  })

  it('takes back everything about the question', async () => {
    const answer = await anAnswer(ben.client, question.id)
    await comment(mia, answer.id, 'Which flour?')
    expect(await kindsOf(site, ben)).toHaveLength(1)
    await mia.client.call(deleteQuestion, { id: question.id })
    expect(await kindsOf(site, ben)).toEqual([])
    expect(await kindsOf(site, cleo)).toEqual([])
  })
})

describe('an invitation', () => {
  it('notifies the invited, once', async () => {
    const invite = (names: string[]) =>
      mia.client.call(inviteUsers, { id: question.id, invite_user: names })
    await invite([ben.username])
    await invite([])
    await invite([ben.username, cleo.username])
    expect(await inboxOf(site, ben)).toMatchObject([
      { kind: 'invited_you_to_answer', reason: 'invited', user_info: { username: mia.username } },
    ])
    expect(await kindsOf(site, cleo)).toEqual(['invited_you_to_answer (invited) 1'])
  })
})
