import type { Client } from '@stoa/contract/client'
import { addComment } from '@stoa/contract/features/comments'
import type { ReviewedContent, Reviewer } from '@stoa/plugin-kit/reviewer'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { findHeldPost, setHoldRules } from './held-posts.factory.ts'

let site: TestSite
let mod: Client
let ada: Client
beforeAll(async () => {
  site = await aSite()
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
})
afterAll(() => site.close())
afterEach(async () => {
  setReviewers()
  await setHoldRules(site.ctx, {})
})

function setReviewers(...reviewers: Reviewer[]) {
  Object.assign(site.ctx, { reviewers })
}

const aReviewer = (review: Reviewer['review'], name = 'Spam check'): Reviewer => ({ name, review })
const hold = { verdict: 'hold', reason: 'Looks like spam.' } as const

describe('reviewers', () => {
  it('get the content, its author and the request', async () => {
    const reviewed: ReviewedContent[] = []
    setReviewers(
      aReviewer((content) => {
        reviewed.push(content)
        return { verdict: 'approve' }
      }),
    )
    const content = 'See **this**: https://other.example/x'
    const { id } = await aQuestion(ada, { title: 'A title', content, tags: ['baking', 'new'] })
    await anAnswer(ada, id, 'An answer')
    await ada.call(addComment, { object_id: id, original_text: 'A comment' })
    expect(reviewed.map(({ objectType, text }) => [objectType, text])).toEqual([
      ['question', content],
      ['answer', 'An answer'],
      ['comment', 'A comment'],
    ])
    expect(reviewed[0]).toMatchObject({
      change: 'new',
      title: 'A title',
      links: ['https://other.example/x'],
      tags: ['baking', 'new'],
      author: { role: 'user', reputation: 1, ageInDays: 0, approvedQuestions: 0 },
      language: 'en_US',
      ip: '127.0.0.1',
    })
    expect(reviewed[1]?.author.approvedQuestions).toBe(1)
  })

  it('hold content, and the first that holds wins', async () => {
    setReviewers(
      aReviewer(() => ({ verdict: 'approve' }), 'First'),
      aReviewer(async () => await Promise.resolve(hold), 'Second'),
      aReviewer(() => ({ ...hold, reason: 'Never asked.' }), 'Third'),
    )
    const { id, status } = await aQuestion(ada)
    expect(status).toBe(11)
    expect(await findHeldPost(mod, id)).toMatchObject({
      submitter_display_name: 'Second',
      reason: 'Held by a plugin · Looks like spam.',
    })
  })

  it('are not asked about content that a rule holds, nor about content of staff', async () => {
    let count = 0
    setReviewers(
      aReviewer(() => {
        count++
        return hold
      }),
    )
    expect((await aQuestion(mod)).status).toBe(1)
    await setHoldRules(site.ctx, { hold_words: ['fridge'] })
    expect((await aQuestion(ada)).status).toBe(11)
    expect(count).toBe(0)
  })

  it('reject content, which is not saved', async () => {
    setReviewers(aReviewer(() => ({ verdict: 'reject', reason: 'Spam.' })))
    await expectError(aQuestion(ada, { title: 'Rejected' }), 'content.rejected')
    setReviewers()
    expect((await aQuestion(ada, { title: 'Rejected' })).status).toBe(1)
  })

  it('approve when they fail', async () => {
    setReviewers(
      aReviewer(() => {
        throw new Error('no connection')
      }),
      aReviewer(() => Promise.reject(new Error('no connection'))),
    )
    expect((await aQuestion(ada)).status).toBe(1)
  })

  it('approve when they are slow, without holding a transaction open', async () => {
    const isHeldUp = Promise.withResolvers<never>()
    setReviewers(aReviewer(() => isHeldUp.promise))
    const started = performance.now()
    const asked = aQuestion(ada)
    setReviewers()
    const { rows } = await site.db.execute(
      `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(rows).toEqual([])
    expect((await asked).status).toBe(1)
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
