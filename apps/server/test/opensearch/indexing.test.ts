import { deleteAnswer, editAnswer } from '@stoa/contract/features/answers'
import { deleteQuestion, editQuestion, operateQuestion } from '@stoa/contract/features/questions'
import { describeSearch, search } from '@stoa/contract/features/search'
import { parseSearchQuery } from '@stoa/contract/search-query'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setEnabled } from '../../src/features/admin/plugins/plugins.actions.ts'
import { anAnswer } from '../../src/features/content/answers/answers.factory.ts'
import { aQuestion } from '../../src/features/content/questions/questions.factory.ts'
import { siteCaller } from '../../src/features/discovery/search/plugin-caller.ts'
import { searchPosts } from '../../src/features/discovery/search/plugin-hits.ts'
import { startRebuild } from '../../src/features/discovery/search/plugin-rebuild.actions.ts'
import { readIndexes } from '../../src/features/discovery/search/plugin-search.ts'
import { indexAll } from '../../src/features/discovery/search/search.factory.ts'
import { refreshInSearch } from '../../src/features/discovery/search/search.actions.ts'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { transact } from '../../src/kernel/transact.ts'
import { questions } from '../../src/schema/posts.ts'
import { searchChanges } from '../../src/schema/search.ts'
import { users } from '../../src/schema/users.ts'
import { waitForJobs } from '../jobs.ts'
import {
  aSearchSite,
  completeBuild,
  enable,
  nodeUrls,
  readIndexed,
  refresh,
  type SearchSite,
  settle,
  untilNotDegraded,
  waitFor,
  waitForIndex,
} from './search-site.ts'

describe.skipIf(nodeUrls.length === 0)('the index of OpenSearch', () => {
  let site: SearchSite
  let ada: Awaited<ReturnType<typeof aUser>>
  let staff: Awaited<ReturnType<typeof aUser>>

  beforeAll(async () => {
    site = await aSearchSite({ works: true })
    await waitForIndex(site)
    ada = await aUser(site.ctx, { name: 'Ada' })
    staff = await aUser(site.ctx, { name: 'Staff', role: 'moderator' })
    await site.db.update(users).set({ points: 3000 })
  })
  afterAll(() => site.close())
  // Avoids rate limits.
  beforeEach(() => site.advance(120_000))
  afterEach(() => settle(site))

  /** Not through the API, which limits searches. */
  async function find(q: string) {
    const caller = { locale: 'en_US', ip: '127.0.0.1' } as const
    const options = { order: 'relevance', page: 1, size: 50, actor: null, caller } as const
    return await untilNotDegraded(site.ctx, () =>
      searchPosts(site.ctx, parseSearchQuery(q), options),
    )
  }

  const searchIds = async (q: string) => (await find(q)).hits.map(({ id }) => id)

  it('gets new and changed posts by jobs', async () => {
    const question = await aQuestion(site.as(ada.token), { title: 'A walrus', tags: ['sea'] })
    const answer = await anAnswer(site.as(staff.token), question.id, 'Try a herring instead')
    await settle(site)
    expect(await searchIds('walrus')).toEqual([question.id])
    expect(await searchIds('herring [sea]')).toEqual([answer.id])
    const edited = { id: question.id, title: 'An octopus', content: 'What is it?' }
    await site
      .as(ada.token)
      .call(editQuestion, { ...edited, version: 1, tags: [{ slug_name: 'ocean' }] })
    await site.as(staff.token).call(editAnswer, { id: answer.id, version: 1, content: 'A salmon' })
    await settle(site)
    expect(await searchIds('octopus')).toEqual([question.id])
    expect(await searchIds('walrus')).toEqual([])
    // Answers are found by the tags of their question.
    expect(await searchIds('salmon [ocean]')).toEqual([answer.id])
    expect(await searchIds('salmon [sea]')).toEqual([])
  })

  it('loses posts that are deleted or unlisted, with their answers', async () => {
    const asAda = site.as(ada.token)
    const asStaff = site.as(staff.token)
    const first = await aQuestion(asAda, { title: 'The first gnu' })
    const second = await aQuestion(asAda, { title: 'The second gnu' })
    const ofFirst = await anAnswer(asStaff, first.id, 'This is a gnu')
    const ofSecond = await anAnswer(asStaff, second.id, 'This is a gnu')
    const ids = [first.id, second.id, ofFirst.id, ofSecond.id]
    const readLeft = async () =>
      (await readIndexed(site)).map(({ id }) => id).filter((id) => ids.includes(id))
    await settle(site)
    expect(await searchIds('gnu')).toHaveLength(4)
    await asStaff.call(deleteAnswer, { id: ofFirst.id })
    await asStaff.call(operateQuestion, { id: second.id, operation: 'hide' })
    await settle(site)
    expect(await readLeft()).toEqual([first.id])
    await asStaff.call(operateQuestion, { id: second.id, operation: 'show' })
    await asAda.call(deleteQuestion, { id: first.id })
    await settle(site)
    expect(new Set(await readLeft())).toEqual(new Set([second.id, ofSecond.id]))
  })

  it('never contains a word of a post that is not public', async () => {
    const states = {
      pending: { status: 11 as const },
      deleted: { status: 10 as const, deletedAt: new Date(), deletedBy: ada.id },
      unlisted: { isListed: false },
    }
    for (const [name, state] of Object.entries(states)) {
      site.advance(120_000)
      const word = `canary${name}`
      const question = await aQuestion(site.as(ada.token), { title: `A ${word}`, content: word })
      const answer = await anAnswer(site.as(staff.token), question.id, `Another ${word}`)
      await settle(site)
      expect(await searchIds(word)).toHaveLength(2)
      await site.db.update(questions).set(state).where(eq(questions.id, question.id))
      // The index is stale: results and their number are right nevertheless.
      expect(await find(word)).toMatchObject({ count: 0, hits: [] })
      await refreshInSearch(site.ctx, [question.id, answer.id])
      await settle(site)
      expect(JSON.stringify(await readIndexed(site))).not.toContain(word)
    }
    await rebuild()
    expect(JSON.stringify(await readIndexed(site))).not.toContain('canary')
  })

  it('keeps the newer version when calls arrive late', async () => {
    const question = await aQuestion(site.as(ada.token), { title: 'A newer tapir' })
    await settle(site)
    const { generation } = (await readIndexes(site.ctx.primary)) ?? {}
    const [indexed] = (await readIndexed(site)).filter(({ id }) => id === question.id)
    const send = async (put: object[], remove: object[]) => {
      const changes = { generations: [generation ?? 0], put, remove } as never
      await site.ctx.plugins.call('opensearch', 'changeIndex', changes, siteCaller(site.ctx))
      await refresh(site)
    }
    await send([{ ...indexed, version: 1, title: 'An older tapir' }], [])
    await send([], [{ id: question.id, version: 2 }])
    expect(await searchIds('newer tapir')).toEqual([question.id])
    await site.as(ada.token).call(deleteQuestion, { id: question.id })
    await settle(site)
    await send([{ ...indexed, version: 3 }], [])
    expect((await readIndexed(site)).map(({ id }) => id)).not.toContain(question.id)
  })

  /** As jobs do it. */
  async function rebuild() {
    await transact(site.ctx, (tx) => startRebuild(tx, 'opensearch'))
    await waitForIndex(site)
    await settle(site)
  }

  it('is replaced without a gap while posts are written', async () => {
    const asAda = site.as(ada.token)
    const first = await aQuestion(asAda, { title: 'Yak number 0' })
    await settle(site)
    const before = await readIndexes(site.ctx.primary)
    const missed: string[] = []
    let isBuilding = true
    const searching = (async () => {
      while (isBuilding) if (!(await searchIds('yak')).includes(first.id)) missed.push('yak')
    })()
    const written: string[] = [first.id]
    const writing = (async () => {
      while (isBuilding && written.length < 40) {
        site.advance(60_000)
        written.push((await aQuestion(asAda, { title: `Yak number ${written.length}` })).id)
      }
    })()
    for (let round = 0; round < 3; round++) await rebuild()
    isBuilding = false
    await Promise.all([searching, writing])
    await settle(site)
    expect(missed).toEqual([])
    expect((await readIndexes(site.ctx.primary))?.generation).not.toBe(before?.generation)
    const ids = (await readIndexed(site)).map(({ id }) => id)
    expect(written.filter((id) => !ids.includes(id))).toEqual([])
    const indexes = await fetch(`${site.node}/_cat/indices/${site.prefix}-*?format=json`)
    expect(await indexes.json()).toHaveLength(1)
  })

  it('is built again when somebody deleted it', async () => {
    const question = await aQuestion(site.as(ada.token), { title: 'An ibex' })
    await settle(site)
    const { generation } = (await readIndexes(site.ctx.primary)) ?? {}
    await fetch(`${site.node}/${site.prefix}-${generation}`, { method: 'DELETE' })
    expect(await site.as().call(search, { q: 'ibex' })).toMatchObject({
      is_degraded: true,
      count: 1,
    })
    await aQuestion(site.as(ada.token), { title: 'Another ibex' })
    await waitFor(async () => (await readIndexes(site.ctx.primary))?.generation !== generation)
    await settle(site)
    expect(await searchIds('ibex')).toContain(question.id)
  })

  it('is not used any more when the plugin is disabled', async () => {
    const credit = { name: 'OpenSearch', link: 'https://opensearch.org' }
    expect(await site.as().call(describeSearch, {})).toMatchObject(credit)
    const { icon } = await site.as().call(describeSearch, {})
    expect(icon).toMatch(/^\/_plugins\/opensearch\/[0-9a-f]{16}\/assets\/search\.svg$/)
    await transact(site.ctx, (tx) => setEnabled(tx, { slug: 'opensearch', enabled: false }, null))
    expect(await readIndexes(site.ctx.primary)).toBeNull()
    expect((await site.as().call(describeSearch, {})).name).toBe('')
    const question = await aQuestion(site.as(ada.token), { title: 'A late zebra' })
    await waitForJobs(site.ctx)
    expect(await site.ctx.primary.select().from(searchChanges)).toEqual([])
    expect(await site.as().call(search, { q: 'zebra' })).toMatchObject({
      is_degraded: false,
      count: 1,
    })
    // What changed meanwhile is in the new index.
    await enable(site)
    await waitForIndex(site)
    expect(await searchIds('zebra')).toEqual([question.id])
  })
})

describe.skipIf(nodeUrls.length === 0)('a build of the index', () => {
  it('continues after an interruption', async () => {
    const site = await aSearchSite()
    const ada = await aUser(site.ctx, { name: 'Ada' })
    await site.db.update(users).set({ points: 3000 })
    for (const n of [1, 2, 3]) await aQuestion(site.as(ada.token), { title: `Emu ${n}` })
    await indexAll(site.ctx)
    const { call } = site.ctx.plugins
    let calls = 0
    const failing: typeof call = async (slug, hook, input, caller) => {
      if (hook === 'finishIndex' && ++calls === 1) throw new Error('killed')
      return await call(slug, hook, input, caller)
    }
    site.ctx.plugins.call = failing
    await expect(completeBuild(site.ctx)).rejects.toThrow('killed')
    const interrupted = await readIndexes(site.ctx.primary)
    expect(interrupted).toMatchObject({ generation: null })
    expect(interrupted?.lastId).not.toBe('0')
    expect(await site.as().call(search, { q: 'emu' })).toMatchObject({
      is_degraded: true,
      count: 3,
    })
    await completeBuild(site.ctx)
    const found = await untilNotDegraded(site.ctx, () => site.as().call(search, { q: 'emu' }))
    expect(found.count).toBe(3)
    await site.close()
  })
})
