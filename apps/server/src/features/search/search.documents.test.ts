import { deleteAnswer, editAnswer } from '@stoa/contract/features/answers'
import { deleteQuestion, editQuestion } from '@stoa/contract/features/questions'
import { search } from '@stoa/contract/features/search'
import { mergeTags } from '@stoa/contract/features/tags'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { questions } from '../posts/posts.table.ts'
import { tags } from '../posts/tags.table.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../users/users.table.ts'
import { rebuildSearch } from './search.actions.ts'
import { indexAll } from './search.factory.ts'
import { postgresSearch } from './search.postgres.ts'
import { searchDocuments, searchWords } from './search.table.ts'

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

describe('the documents', () => {
  it('follow what is written, by jobs', async () => {
    const working = await aSite({ works: true })
    const eve = await aPerson(working.ctx, { name: 'Eve' })
    await working.ctx.db.update(users).set({ points: 3000 })
    const client = working.as(eve.token)
    const soon = async (q: string, ids: string[]) => {
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
    const asked = await aQuestion(client, { title: 'First walrus', content: 'x', tags: ['sea'] })
    await soon('walrus', [asked.id])
    await client.call(editQuestion, {
      id: asked.id,
      version: 1,
      title: 'First octopus',
      content: 'x',
      tags: [{ slug_name: 'sea' }, { slug_name: 'ocean' }],
    })
    await soon('octopus', [asked.id])
    await soon('walrus', [])
    const given = await anAnswer(client, asked.id, 'An answer about herrings')
    await soon('herring', [given.id])
    await client.call(editAnswer, { id: given.id, version: 1, content: 'An answer about salmons' })
    await soon('salmon', [given.id])
    const rows = await working.ctx.db.select({ id: tags.id, slug: tags.slugName }).from(tags)
    const idOf = (slug: string) => rows.find((row) => row.slug === slug)?.id ?? ''
    const staff = await aPerson(working.ctx, { role: 'moderator' })
    await working
      .as(staff.token)
      .call(mergeTags, { source_tag_id: idOf('ocean'), target_tag_id: idOf('sea') })
    await soon('[ocean] octopus', [asked.id])
    await soon('ocean', [])
    await client.call(deleteAnswer, { id: given.id })
    await soon('salmon', [])
    await client.call(deleteQuestion, { id: asked.id })
    await expect.poll(() => working.ctx.db.select().from(searchDocuments)).toEqual([])
    await expect.poll(() => working.ctx.db.select().from(searchWords)).toEqual([])
    await working.close()
  })

  it('agree with the posts when many are written at once', async () => {
    const first = await aQuestion(asAda(), { title: 'Race zero' })
    const second = await aQuestion(asAda(), { title: 'Race zero' })
    const write = async (title: string) => {
      await site.ctx.db.update(questions).set({ title })
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

  it('are the same after a rebuild that was stopped, and lose what is left of nothing', async () => {
    for (const title of ['Seven seals', 'Eight seals', 'Nine herons', 'Ten owls']) {
      const asked = await aQuestion(asAda(), { title })
      for (const n of [1, 2]) await anAnswer(n === 1 ? asAda() : asBen(), asked.id)
    }
    await indexAll(site.ctx)
    const all = () => site.ctx.db.select().from(searchDocuments).orderBy(searchDocuments.objectId)
    const before = await all()
    await site.ctx.db.execute(sql`update search_documents set vector = '' where type = 'question'`)
    await site.ctx.db.insert(searchDocuments).values({
      ...before[0]!,
      objectId: '10029999999999999',
      titleWords: [],
    })
    let batches = 0
    const stopped = rebuildInSmallSteps(() => {
      if (++batches === 2) throw new Error('stopped')
    })
    await expect(stopped).rejects.toThrow('stopped')
    const looked = await rebuildInSmallSteps(() => {})
    expect(looked).toBeLessThan(before.length)
    expect(await all()).toEqual(before)
    const counts = await site.ctx.db.execute(sql`
      select word from search_words full join (
        select word, count(*) as titles from search_documents, unnest(title_words) as word group by word
      ) as counted using (word) where search_words.titles is distinct from counted.titles`)
    expect(counts.rows).toEqual([])
  })

  async function rebuildInSmallSteps(tell: () => void) {
    return await rebuildSearch(site.ctx, tell, 5)
  }
})
