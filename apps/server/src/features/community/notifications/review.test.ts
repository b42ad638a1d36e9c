import { addComment } from '@stoa/contract/features/comments'
import { flagContent, listFlagCases, reviewFlagCase } from '@stoa/contract/features/flags'
import { decideHeldPost, listHeldPosts } from '@stoa/contract/features/held-posts'
import { getAnswer } from '@stoa/contract/features/answers'
import { editQuestion } from '@stoa/contract/features/questions'
import { undoDecision } from '@stoa/contract/features/review'
import { auditSuggestion, listOpenSuggestions } from '@stoa/contract/features/suggestions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { setHoldRules } from '../held-posts/held-posts.factory.ts'
import { aMember, inboxOf, kindsOf, type Member } from './notifications.factory.ts'

let site: TestSite
let round = 0
let ada: Member
let ben: Member
let mia: Member
let question: { id: string }

beforeAll(async () => {
  site = await aSite({ works: true })
  mia = await aMember(site, 'Mia', 'moderator')
})
afterAll(() => site.close())

beforeEach(async () => {
  round++
  ada = await aMember(site, `Ada ${round}`)
  ben = await aMember(site, `Ben ${round}`)
  question = await aQuestion(ada.client, { title: `Does it freeze well, number ${round}?` })
})

describe('a decided flag', () => {
  it('notifies whoever flagged, and is taken back when the case is opened again', async () => {
    await ben.client.call(flagContent, { object_id: question.id, report_type: 57 })
    const { list } = await mia.client.call(listFlagCases, { page_size: 100 })
    const { flag_id } = list.find(({ object_id }) => object_id === question.id)!
    await mia.client.call(reviewFlagCase, { flag_id, operation_type: 'ignore_report' })
    expect(await inboxOf(site, ben)).toMatchObject([
      {
        kind: 'your_flag_was_declined',
        reason: 'flagger',
        user_info: null,
        object_info: { object_type: 'flag', title: '' },
      },
    ])
    await mia.client.call(undoDecision, { type: 'flagged_post', id: flag_id })
    expect(await kindsOf(site, ben)).toEqual([])
    await mia.client.call(reviewFlagCase, { flag_id, operation_type: 'delete_post' })
    expect(await kindsOf(site, ben)).toEqual(['your_flag_was_helpful (flagger) 1'])
    expect(await kindsOf(site, ada)).toEqual(['your_question_was_deleted (asker) 1'])
  })
})

describe('content that waits for a moderator', () => {
  it('notifies nobody until it is approved', async () => {
    await setHoldRules(site.ctx, { hold_first_posts: 3 })
    const answer = await anAnswer(ben.client, question.id, `Yes, number ${round}.`)
    const text = { object_id: question.id, original_text: `@${ada.username} which flour?` }
    await ben.client.call(addComment, text)
    expect(await kindsOf(site, ada)).toEqual([])
    await setHoldRules(site.ctx, { hold_first_posts: 0 })
    const { list } = await mia.client.call(listHeldPosts, { page_size: 100 })
    for (const { review_id, object_id } of list)
      await mia.client.call(decideHeldPost, {
        review_id,
        status: object_id === answer.id ? 'approve' : 'reject',
      })
    expect(await kindsOf(site, ada)).toEqual(['answer_the_question (asker) 1'])
    expect(await kindsOf(site, ben)).toEqual([
      'your_post_was_approved (author) 1',
      'your_post_was_rejected (author) 1',
    ])
    expect(await ada.client.call(getAnswer, { id: answer.id })).toBeTruthy()
  })
})

describe('a suggested edit', () => {
  it('notifies the editor when it is decided', async () => {
    await site.ctx.autocommit.execute(sql`update users set points = 150 where id = ${ben.id}`)
    const content = 'I keep it in a **cold** cellar.'
    const tags = [{ slug_name: 'baking' }]
    const title = `Does it freeze well, number ${round}?`
    await ben.client.call(editQuestion, { id: question.id, title, content, tags, version: 1 })
    const { list } = await mia.client.call(listOpenSuggestions, { page_size: 100 })
    const { id } = list.find(({ info }) => info.object_id === question.id)!.unreviewed_info
    expect(await kindsOf(site, ada)).toEqual([])
    await mia.client.call(auditSuggestion, { id, operation: 'approve' })
    expect(await kindsOf(site, ben)).toEqual(['your_edit_was_approved (editor) 1'])
    expect(await kindsOf(site, ada)).toEqual(['update_question (asker) 1'])
    await mia.client.call(undoDecision, { type: 'suggested_post_edit', id })
    expect(await kindsOf(site, ben)).toEqual([])
    // With changes of the reviewer.
    const improved = { content: 'I keep it in a cold, **dry** cellar.' }
    await mia.client.call(auditSuggestion, { id, operation: 'approve', ...improved })
    expect(await kindsOf(site, ben)).toEqual(['your_edit_was_approved (editor) 1'])
  })
})
