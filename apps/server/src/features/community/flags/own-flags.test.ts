import type { Client } from '@stoa/contract/client'
import { addComment } from '@stoa/contract/features/comments'
import {
  flagContent,
  listFlagCases,
  listOwnFlags,
  reviewFlagCase,
} from '@stoa/contract/features/flags'
import { deleteQuestion } from '@stoa/contract/features/questions'
import { undoDecision } from '@stoa/contract/features/review'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let ada: Client
let mod: Client
let ben: { token: string }
let flagger: Client

beforeAll(async () => {
  site = await aSite()
  ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  ben = await aUser(site.ctx, { name: 'Ben' })
  flagger = site.as(ben.token)
})
afterAll(() => site.close())

const flag = (object_id: string) => flagger.call(flagContent, { object_id, report_type: 57 })
const own = async (object_id: string) => (await flagger.call(listOwnFlags, { object_id })).list

describe('GET /report/own', () => {
  it('lists flags of questions, answers and comments, newest first', async () => {
    const question = await aQuestion(ada, { title: 'Why?' })
    const answer = await anAnswer(ada, question.id)
    const text = { object_id: answer.id, original_text: 'Go away.' }
    const { comment_id } = await ada.call(addComment, text)
    for (const id of [question.id, answer.id, comment_id]) await flag(id)
    const { list, count } = await flagger.call(listOwnFlags, {})
    expect(count).toBe(3)
    const place = { question_id: question.id, title: 'Why?', user_info: null, state: 'open' }
    expect(list).toMatchObject([
      { ...place, object_type: 'comment', answer_id: answer.id, comment_id },
      { ...place, object_type: 'answer', answer_id: answer.id, comment_id: '0' },
      { ...place, object_type: 'question', answer_id: '0', comment_id: '0' },
    ])
  })

  it('follows the decision, and its undo', async () => {
    const { id } = await aQuestion(ada)
    await flag(id)
    const { list } = await mod.call(listFlagCases, { page_size: 100 })
    const { flag_id } = list.find(({ object_id }) => object_id === id)!
    const decision = { flag_id, operation_type: 'ignore_report', note: 'It is fine.' } as const
    await mod.call(reviewFlagCase, decision)
    expect(await own(id)).toMatchObject([{ state: 'declined', note: 'It is fine.' }])
    await mod.call(undoDecision, { type: 'flagged_post', id: flag_id })
    expect(await own(id)).toMatchObject([{ state: 'open', note: '', decided_at: 0 }])
    await mod.call(reviewFlagCase, { flag_id, operation_type: 'unlist_post' })
    expect(await own(id)).toMatchObject([{ state: 'helpful', note: '' }])
  })

  it('does not name content that was deleted', async () => {
    const { id } = await aQuestion(ada, { title: 'Hidden later' })
    await flag(id)
    await mod.call(deleteQuestion, { id })
    expect(await own(id)).toMatchObject([
      { object_id: id, question_id: '0', title: '', url_title: '' },
    ])
  })

  it('takes the same number of statements for any number of flags', async () => {
    const headers = { authorization: `Bearer ${ben.token}` }
    for (let n = 0; n < 3; n++) {
      const response = await site.app.inject({ url: listOwnFlags.path, headers })
      // One is the session.
      expect(Number(response.headers['x-sql-count'])).toBe(3)
      await flag((await aQuestion(ada)).id)
    }
  })
})
