import { deleteAnswer } from '@stoa/contract/features/answers'
import { listSimilarQuestions, search, suggestSearch } from '@stoa/contract/features/search'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { questions } from '../posts/posts.table.ts'
import { tags } from '../posts/tags.table.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../users/users.table.ts'
import { indexAll } from './search.factory.ts'
import { searchWords } from './search.table.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>
let ben: Awaited<ReturnType<typeof aPerson>>

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada' })
  ben = await aPerson(site.ctx, { name: 'Ben' })
  await site.ctx.db.update(users).set({ points: 3000 })
})
afterAll(() => site.close())
// Not so fast that anything is limited.
beforeEach(() => site.advance(120_000))

const asAda = () => site.as(ada.token)
const asBen = () => site.as(ben.token)

describe('what is not for everyone', () => {
  const hide = {
    deleted: { status: 10 as const, deletedAt: new Date(), deletedBy: '1' },
    pending: { status: 11 as const },
    unlisted: { isListed: false },
  }

  async function tell(q: string) {
    const staff = await aPerson(site.ctx, { role: 'moderator' })
    const replies: unknown[] = []
    for (const token of [undefined, ben.token, ada.token, staff.token]) {
      site.advance(5_000)
      const who = site.as(token)
      replies.push(await who.call(search, { q }), await who.call(suggestSearch, { q }))
      if (token !== undefined) replies.push(await who.call(listSimilarQuestions, { title: q }))
    }
    return JSON.stringify(replies)
  }

  it.each(['deleted', 'pending', 'unlisted'] as const)(
    'is never found, suggested or meant: a question that is %s',
    async (state) => {
      const word = `canary${state}`
      const asked = await aQuestion(asAda(), {
        title: `A ${word} sings`,
        content: `${word} again`,
        tags: [word],
      })
      const given = await anAnswer(asBen(), asked.id, `More ${word} song`)
      await indexAll(site.ctx)
      expect(await tell(word)).toContain(asked.id)
      await site.ctx.db
        .update(questions)
        .set(state === 'deleted' ? { ...hide.deleted, deletedBy: ada.id } : hide[state])
        .where(eq(questions.id, asked.id))
      // As the acts that hide a question do it.
      await site.ctx.db.update(tags).set({ questionCount: 0 }).where(eq(tags.slugName, word))
      // First with documents that know nothing of it, then with new ones.
      for (const isIndexed of [false, true]) {
        if (isIndexed) await indexAll(site.ctx)
        for (const q of [word.slice(0, -2), `${word}x`, `user:ada ${word}`]) {
          const told = await tell(q)
          expect(told).not.toContain(asked.id)
          expect(told).not.toContain(given.id)
          expect(told).not.toContain(`"slug_name":"${word}"`)
          expect(told).not.toContain(`"did_you_mean":"${word}`)
        }
      }
      expect(
        await site.ctx.db.select().from(searchWords).where(eq(searchWords.word, word)),
      ).toEqual([])
    },
  )

  it('is never found: an answer that is hidden', async () => {
    const asked = await aQuestion(asAda(), { title: 'A plain cage' })
    const given = await anAnswer(asBen(), asked.id, 'The wordcanaryanswer sits here')
    await indexAll(site.ctx)
    expect(await tell('wordcanaryanswer')).toContain(given.id)
    await asBen().call(deleteAnswer, { id: given.id })
    expect(await tell('wordcanaryanswer')).not.toContain(given.id)
    await indexAll(site.ctx)
    expect(await tell('wordcanaryanswer')).not.toContain(given.id)
  })
})
