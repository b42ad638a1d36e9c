import { listRelatedTags } from '@stoa/contract/features/tags'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { questions } from '../../../schema/posts.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'

let site: TestSite

beforeAll(async () => {
  site = await aSite()
  const { token } = await aUser(site.ctx)
  const client = site.as(token)
  await aQuestion(client, { tags: ['bread', 'oven'] })
  await aQuestion(client, { tags: ['bread', 'oven', 'steam'] })
  const hidden = await aQuestion(client, { tags: ['bread', 'secret'] })
  await site.db.update(questions).set({ isListed: false }).where(eq(questions.id, hidden.id))
})
afterAll(() => site.close())

describe('GET /tags/related', () => {
  it('lists tags of the same questions, most frequent first, without hidden questions', async () => {
    const list = await site.as().call(listRelatedTags, { tag: 'bread' })
    expect(list.map((tag) => [tag.slug_name, tag.question_count])).toEqual([
      ['oven', 2],
      ['steam', 1],
    ])
  })

  it('is empty for unknown tags and for tags that are alone', async () => {
    expect(await site.as().call(listRelatedTags, { tag: 'nothing' })).toEqual([])
    expect(await site.as().call(listRelatedTags, { tag: 'secret' })).toEqual([])
  })
})
