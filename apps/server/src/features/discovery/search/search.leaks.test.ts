import { deleteAnswer } from '@stoa/contract/features/answers'
import { listSimilarQuestions, search, suggestSearch } from '@stoa/contract/features/search'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'
import { indexAll } from './search.factory.ts'
import { searchWords } from '../../../schema/search.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
  await site.db.update(users).set({ points: 3000 })
})
afterAll(() => site.close())
// Avoids rate limits.
beforeEach(() => site.advance(120_000))

const asAda = () => site.as(ada.token)
const asBen = () => site.as(ben.token)

describe('search for hidden posts', () => {
  const hide = {
    deleted: { status: 10 as const, deletedAt: new Date(), deletedBy: '1' },
    pending: { status: 11 as const },
    unlisted: { isListed: false },
  }

  async function searchAsEveryone(q: string) {
    const staff = await aUser(site.ctx, { role: 'moderator' })
    const responses: unknown[] = []
    for (const token of [undefined, ben.token, ada.token, staff.token]) {
      site.advance(5_000)
      const client = site.as(token)
      responses.push(await client.call(search, { q }), await client.call(suggestSearch, { q }))
      if (token !== undefined) responses.push(await client.call(listSimilarQuestions, { title: q }))
    }
    return JSON.stringify(responses)
  }

  it.each(['deleted', 'pending', 'unlisted'] as const)(
    'never returns, suggests or corrects to words of a question that is %s',
    async (state) => {
      const word = `canary${state}`
      const question = await aQuestion(asAda(), {
        title: `A ${word} sings`,
        content: `${word} again`,
        tags: [word],
      })
      const answer = await anAnswer(asBen(), question.id, `More ${word} song`)
      await indexAll(site.ctx)
      expect(await searchAsEveryone(word)).toContain(question.id)
      await site.db
        .update(questions)
        .set(state === 'deleted' ? { ...hide.deleted, deletedBy: ada.id } : hide[state])
        .where(eq(questions.id, question.id))
      // Hiding a question updates the count too.
      await site.db.update(tags).set({ questionCount: 0 }).where(eq(tags.slugName, word))
      // First with stale documents, then after indexing.
      for (const isIndexed of [false, true]) {
        if (isIndexed) await indexAll(site.ctx)
        for (const q of [word.slice(0, -2), `${word}x`, `user:ada ${word}`]) {
          const result = await searchAsEveryone(q)
          expect(result).not.toContain(question.id)
          expect(result).not.toContain(answer.id)
          expect(result).not.toContain(`"slug_name":"${word}"`)
          expect(result).not.toContain(`"did_you_mean":"${word}`)
        }
      }
      expect(
        await site.ctx.db.select().from(searchWords).where(eq(searchWords.word, word)),
      ).toEqual([])
    },
  )

  it('never returns a deleted answer', async () => {
    const question = await aQuestion(asAda(), { title: 'A plain cage' })
    const answer = await anAnswer(asBen(), question.id, 'The wordcanaryanswer sits here')
    await indexAll(site.ctx)
    expect(await searchAsEveryone('wordcanaryanswer')).toContain(answer.id)
    await asBen().call(deleteAnswer, { id: answer.id })
    expect(await searchAsEveryone('wordcanaryanswer')).not.toContain(answer.id)
    await indexAll(site.ctx)
    expect(await searchAsEveryone('wordcanaryanswer')).not.toContain(answer.id)
  })
})
