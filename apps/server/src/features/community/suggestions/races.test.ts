import type { Client } from '@stoa/contract/client'
import { editAnswer, getAnswer } from '@stoa/contract/features/answers'
import { listRevisions } from '@stoa/contract/features/revisions'
import { auditSuggestion } from '@stoa/contract/features/suggestions'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aReviewer, aSuggester, suggestAnswer } from './suggestions.factory.ts'

let site: TestSite
let ada: Client
let reviewers: Client[]

beforeAll(async () => {
  site = await aSite()
  ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  reviewers = []
  for (const name of ['Rex', 'Roy', 'Ria', 'Rob'])
    reviewers.push(site.as((await aReviewer(site.ctx, name)).token))
})
afterAll(() => site.close())

const isDone = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled'

async function aSuggestion() {
  const user = await aSuggester(site.ctx)
  const sue = site.as(user.token)
  const question = await aQuestion(ada)
  const answer = await anAnswer(ada, question.id, 'First.\n\nSecond.')
  const id = await suggestAnswer(sue, answer.id, 'First!\n\nSecond.')
  return { user, sue, answerId: answer.id, id }
}

const pointsOf = async (id: string) => {
  const [user] = await site.db.select().from(users).where(eq(users.id, id))
  return user?.points
}

describe('concurrent decisions', () => {
  it('decide a suggestion once and grant reputation at most once', async () => {
    for (let round = 0; round < 10; round++) {
      const { user, answerId, id } = await aSuggestion()
      const results = await Promise.allSettled(
        reviewers.map((client, index) =>
          client.call(auditSuggestion, { id, operation: index % 2 === 0 ? 'approve' : 'reject' }),
        ),
      )
      expect(results.filter(isDone)).toHaveLength(1)
      const [row] = await site.db.select().from(suggestions).where(eq(suggestions.id, id))
      const isApproved = row?.decision === 'approved'
      expect(await pointsOf(user.id)).toBe(isApproved ? 152 : 150)
      const versions = await ada.call(listRevisions, { object_id: answerId })
      expect(versions).toHaveLength(isApproved ? 2 : 1)
    }
  })

  it('keep the edit of the author and never publish a suggestion that was replaced', async () => {
    const [rex] = reviewers
    for (let round = 0; round < 10; round++) {
      const { user, sue, answerId, id } = await aSuggestion()
      const [, edited] = await Promise.allSettled([
        rex!.call(auditSuggestion, { id, operation: 'approve' }),
        ada.call(editAnswer, { id: answerId, content: 'First.\n\nSecond, longer.', version: 1 }),
        sue.call(editAnswer, { id: answerId, content: 'Replaced.\n\nSecond.', version: 1 }),
      ])
      const { info } = await ada.call(getAnswer, { id: answerId })
      const versions = await ada.call(listRevisions, { object_id: answerId })
      expect(versions.map((one) => one.version)).toEqual(
        Array.from({ length: versions.length }, (_, index) => versions.length - index),
      )
      expect(versions[0]?.content.content).toBe(info.content)
      if (isDone(edited)) expect(info.content).toContain('longer')
      expect(versions.map((one) => one.content.content)).not.toContain('Replaced.\n\nSecond.')
      const ownVersions = versions.filter((one) => one.use_id === user.id)
      expect(await pointsOf(user.id)).toBe(150 + 2 * ownVersions.length)
    }
  })

  it('leave one open suggestion when a user sends several at once', async () => {
    const { user, sue, answerId } = await aSuggestion()
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        sue.call(editAnswer, { id: answerId, content: `Attempt number ${index}.`, version: 1 }),
      ),
    )
    expect(results.every(isDone)).toBe(true)
    const open = await site.db.select().from(suggestions).where(eq(suggestions.userId, user.id))
    expect(open).toHaveLength(1)
  })
})
