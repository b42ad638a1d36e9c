import { addComment } from '@stoa/contract/features/comments'
import { follow, listMutedQuestions, muteQuestion } from '@stoa/contract/features/follows'
import type { MutableKind } from '@stoa/contract/features/mails'
import { closeQuestion, deleteQuestion, getQuestion } from '@stoa/contract/features/questions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { choose } from '../mails/mails.factory.ts'
import { aMember, kindsOf, type Member } from './notifications.factory.ts'

let site: TestSite
let ada: Member
let ben: Member
let round = 0

beforeAll(async () => {
  site = await aSite({ works: true })
})
afterAll(() => site.close())
beforeEach(async () => {
  ada = await aMember(site, `Ada ${++round}`)
  ben = await aMember(site, `Ben ${round}`)
})

const mute = (...muted: MutableKind[]) => choose(ada.client, {}, { muted })

it('a muted kind is not in the inbox, others are, and it comes again once it is no longer muted', async () => {
  const { id } = await aQuestion(ada.client)
  const comment = (original_text: string) =>
    ben.client.call(addComment, { object_id: id, original_text })
  await mute('comments')
  await comment('Which flour do you use?')
  await anAnswer(ben.client, id)
  expect(await kindsOf(site, ada)).toEqual(['answer_the_question (asker) 1'])
  await mute()
  await comment('And how much of it?')
  expect(await kindsOf(site, ada)).toEqual([
    'answer_the_question (asker) 1',
    'comment_question (asker) 1',
  ])
})

it('whoever has several reasons is notified for one that is not muted', async () => {
  const { id } = await aQuestion(ada.client)
  await mute('comments')
  await anAnswer(ben.client, id, `It depends on the oven, @${ada.username}.`)
  expect(await kindsOf(site, ada)).toEqual(['answer_the_question (asker) 1'])
})

it('one follower mutes, and another does not', async () => {
  const cleo = await aMember(site, `Cleo ${round}`)
  const { id } = await aQuestion(cleo.client)
  const dora = await aMember(site, `Dora ${round}`)
  for (const { client } of [ada, dora]) await client.call(follow, { object_id: id })
  await mute('followed_questions')
  await anAnswer(ben.client, id)
  expect(await kindsOf(site, dora)).toEqual(['answer_the_question (follower) 1'])
  expect(await kindsOf(site, ada)).toEqual([])
})

describe('a muted question', () => {
  it('says only what staff decided, until it is no longer muted', async () => {
    const mia = await aMember(site, `Mia ${round}`, 'moderator')
    const { id } = await aQuestion(ada.client)
    expect(await ada.client.call(muteQuestion, { question_id: id })).toEqual({ is_muted: true })
    expect(await ada.client.call(getQuestion, { id })).toMatchObject({ is_muted: true })
    expect(await ben.client.call(getQuestion, { id })).toMatchObject({ is_muted: false })
    const answer = await anAnswer(ben.client, id, `It depends, @${ada.username}.`)
    await ben.client.call(addComment, { object_id: answer.id, original_text: 'On the flour.' })
    await mia.client.call(closeQuestion, { id, close_type: 63 })
    expect(await kindsOf(site, ada)).toEqual(['your_question_is_closed (asker) 1'])
    await ada.client.call(muteQuestion, { question_id: id, is_cancel: true })
    await mia.client.call(addComment, { object_id: id, original_text: 'Which flour is it?' })
    expect(await kindsOf(site, ada)).toContain('comment_question (asker) 1')
  })

  it('is listed for whoever muted it, as long as they may read it', async () => {
    const { id, title } = await aQuestion(ada.client)
    await ben.client.call(muteQuestion, { question_id: id })
    await ben.client.call(muteQuestion, { question_id: id })
    expect(await ben.client.call(listMutedQuestions, {})).toMatchObject([
      { question_id: id, title },
    ])
    expect(await ada.client.call(listMutedQuestions, {})).toEqual([])
    await ada.client.call(deleteQuestion, { id })
    expect(await ben.client.call(listMutedQuestions, {})).toEqual([])
    await expectError(ben.client.call(muteQuestion, { question_id: id }), 'question.not_found')
  })
})
