import { deleteAnswer, editAnswer } from '@stoa/contract/features/answers'
import { deleteQuestion, editQuestion } from '@stoa/contract/features/questions'
import { search } from '@stoa/contract/features/search'
import { mergeTags } from '@stoa/contract/features/tags'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'
import { rebuildSearch } from './search.actions.ts'
import { indexAll } from './search.factory.ts'
import { postgresSearch } from './search.postgres.ts'
import { searchDocuments, searchWords } from '../../../schema/search.ts'

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

describe('search documents', () => {
  it('are updated by jobs after every change of a post or tag', async () => {
    const working = await aSite({ works: true })
    const eve = await aUser(working.ctx, { name: 'Eve' })
    await working.db.update(users).set({ points: 3000 })
    const client = working.as(eve.token)
    const expectResults = async (q: string, ids: string[]) => {
      await expect
        .poll(
          async () => {
            working.advance(60_000)
            return (await working.as().call(search, { q })).list.map(({ object }) => object.id)
          },
          { interval: 200 },
        )
        .toEqual(ids)
    }
    const question = await aQuestion(client, { title: 'First walrus', content: 'x', tags: ['sea'] })
    await expectResults('walrus', [question.id])
    await client.call(editQuestion, {
      id: question.id,
      version: 1,
      title: 'First octopus',
      content: 'x',
      tags: [{ slug_name: 'sea' }, { slug_name: 'ocean' }],
    })
    await expectResults('octopus', [question.id])
    await expectResults('walrus', [])
    const answer = await anAnswer(client, question.id, 'An answer about herrings')
    await expectResults('herring', [answer.id])
    await client.call(editAnswer, { id: answer.id, version: 1, content: 'An answer about salmons' })
    await expectResults('salmon', [answer.id])
    const rows = await working.ctx.db.select({ id: tags.id, slug: tags.slugName }).from(tags)
    const idOf = (slug: string) => rows.find((row) => row.slug === slug)?.id ?? ''
    const staff = await aUser(working.ctx, { role: 'moderator' })
    await working
      .as(staff.token)
      .call(mergeTags, { source_tag_id: idOf('ocean'), target_tag_id: idOf('sea') })
    await expectResults('[ocean] octopus', [question.id])
    await expectResults('ocean', [])
    await client.call(deleteAnswer, { id: answer.id })
    await expectResults('salmon', [])
    await client.call(deleteQuestion, { id: question.id })
    await expect.poll(() => working.ctx.db.select().from(searchDocuments)).toEqual([])
    await expect.poll(() => working.ctx.db.select().from(searchWords)).toEqual([])
    await working.close()
  })

  it('match the posts after concurrent indexing', async () => {
    const first = await aQuestion(asAda(), { title: 'Race zero' })
    const second = await aQuestion(asAda(), { title: 'Race zero' })
    const write = async (title: string) => {
      await site.db.update(questions).set({ title })
      await postgresSearch(site.ctx).index([second.id, first.id])
    }
    await Promise.all(
      ['alpha', 'bravo', 'charlie', 'delta', 'foxtrot'].map((word) => write(`Race ${word}`)),
    )
    const [{ title } = { title: '' }] = await site.ctx.db
      .select({ title: questions.title })
      .from(questions)
      .where(eq(questions.id, first.id))
    const documents = await site.ctx.db.select().from(searchDocuments)
    expect(documents.map(({ titleWords }) => titleWords.join(' '))).toEqual(
      documents.map(() => ['baking', ...title.toLowerCase().split(' ')].toSorted().join(' ')),
    )
    const words = await site.ctx.db.select().from(searchWords)
    expect(words.map(({ titles }) => titles)).toEqual([2, 2, 2])
  })

  it('are complete after an interrupted rebuild, without orphans', async () => {
    for (const title of ['Seven seals', 'Eight seals', 'Nine herons', 'Ten owls']) {
      const question = await aQuestion(asAda(), { title })
      for (const n of [1, 2]) await anAnswer(n === 1 ? asAda() : asBen(), question.id)
    }
    await indexAll(site.ctx)
    const all = () => site.ctx.db.select().from(searchDocuments).orderBy(searchDocuments.objectId)
    const before = await all()
    await site.db.execute(sql`update search_documents set vector = '' where type = 'question'`)
    await site.db.insert(searchDocuments).values({
      ...before[0]!,
      objectId: '10029999999999999',
      titleWords: [],
    })
    let batches = 0
    const stopped = rebuildInSmallSteps(() => {
      if (++batches === 2) throw new Error('stopped')
    })
    await expect(stopped).rejects.toThrow('stopped')
    const reindexed = await rebuildInSmallSteps(() => {})
    expect(reindexed).toBeLessThan(before.length)
    expect(await all()).toEqual(before)
    const counts = await site.ctx.db.execute(sql`
      select word from search_words full join (
        select word, count(*) as titles from search_documents, unnest(title_words) as word group by word
      ) as counted using (word) where search_words.titles is distinct from counted.titles`)
    expect(counts.rows).toEqual([])
  })

  async function rebuildInSmallSteps(onProgress: () => void) {
    return await rebuildSearch(site.ctx, onProgress, 5)
  }
})
