import { follow, followTags, listFollowedTags } from '@stoa/contract/features/follows'
import { ignoreTag, ignoreTags, listIgnoredTags } from '@stoa/contract/features/ignored-tags'
import { deleteAccount, exportMyData } from '@stoa/contract/features/profile-settings'
import { findTags, mergeTags } from '@stoa/contract/features/tags'
import { limits } from '@stoa/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { ignoredTags } from '../../../schema/ignored-tags.ts'
import { tags } from '../../../schema/tags.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'

type User = Awaited<ReturnType<typeof aUser>>

let site: TestSite
let ada: User

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  for (const list of [
    ['t1', 't2', 't3', 't4', 't5'],
    ['rye', 'roggen', 'old', 'from', 'into'],
  ])
    await aQuestion(site.as(ada.token), { tags: list })
  await site.db
    .update(tags)
    .set({ mainTagId: await tagId('rye') })
    .where(eq(tags.slugName, 'roggen'))
  await site.db.update(tags).set({ isDeleted: true }).where(eq(tags.slugName, 'old'))
})
afterAll(() => site.close())

async function tagId(slug: string) {
  const [row] = await site.ctx.db.select().from(tags).where(eq(tags.slugName, slug))
  return row!.id
}
const ignore = async ({ token }: User, slug: string, is_cancel = false) =>
  site.as(token).call(ignoreTag, { tag_id: await tagId(slug), is_cancel })
const replace = ({ token }: User, slug_name_list: string[]) =>
  site.as(token).call(ignoreTags, { slug_name_list })
const listIgnored = async ({ token }: User) =>
  (await site.as(token).call(listIgnoredTags, {})).map((tag) => tag.slug_name)
const listFollowed = async ({ token }: User) =>
  (await site.as(token).call(listFollowedTags, {})).map((tag) => tag.slug_name)

async function expectExactFollowCounts() {
  const { rows } = await site.ctx.db.execute(sql`
    select id from tags where follow_count <> (select count(*) from follows where object_id = tags.id)`)
  expect(rows).toEqual([])
}

describe('POST /ignore', () => {
  it('ignores a tag and stops ignoring it, idempotently', async () => {
    const ben = await aUser(site.ctx)
    for (const _ of [1, 2]) expect(await ignore(ben, 't1')).toEqual({ is_ignored: true })
    expect(await listIgnored(ben)).toEqual(['t1'])
    expect(await listIgnored(ada)).toEqual([])
    for (const _ of [1, 2]) expect(await ignore(ben, 't1', true)).toEqual({ is_ignored: false })
    expect(await listIgnored(ben)).toEqual([])
  })

  it('ignores the main tag of a synonym', async () => {
    const ben = await aUser(site.ctx)
    await ignore(ben, 'roggen')
    expect(await listIgnored(ben)).toEqual(['rye'])
    await ignore(ben, 'roggen', true)
    expect(await listIgnored(ben)).toEqual([])
  })

  it('excludes following, in both directions', async () => {
    const ben = await aUser(site.ctx)
    await site.as(ben.token).call(follow, { object_id: await tagId('t1') })
    await ignore(ben, 't1')
    expect([await listFollowed(ben), await listIgnored(ben)]).toEqual([[], ['t1']])
    await site.as(ben.token).call(follow, { object_id: await tagId('t1') })
    expect([await listFollowed(ben), await listIgnored(ben)]).toEqual([['t1'], []])
    await replace(ben, ['t1', 't2'])
    expect([await listFollowed(ben), await listIgnored(ben)]).toEqual([[], ['t1', 't2']])
    await site.as(ben.token).call(followTags, { slug_name_list: ['t2', 't3'] })
    expect([await listFollowed(ben), await listIgnored(ben)]).toEqual([['t2', 't3'], ['t1']])
    await expectExactFollowCounts()
  })

  it('never leaves a tag both followed and ignored under concurrent requests', async () => {
    const ben = await aUser(site.ctx)
    const object_id = await tagId('t1')
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        ignore(ben, 't1'),
        site.as(ben.token).call(follow, { object_id }),
        replace(ben, ['t1']),
        site.as(ben.token).call(followTags, { slug_name_list: ['t1'] }),
      ])
      expect([...(await listFollowed(ben)), ...(await listIgnored(ben))]).toEqual(['t1'])
    }
    await expectExactFollowCounts()
  })

  it('rejects deleted and unknown tags, and visitors', async () => {
    await expectError(ignore(ada, 'old'), 'tag.not_found')
    const tag_id = '10039999999999999'
    await expectError(site.as(ada.token).call(ignoreTag, { tag_id }), 'tag.not_found')
    await expectError(site.as().call(ignoreTag, { tag_id }), 'auth.required')
  })

  it('stops at the limit', async () => {
    const ben = await aUser(site.ctx)
    await site.db.execute(sql`
      insert into tags (slug_name, display_name, created_by, created_at)
      select 'many-' || n, 'many-' || n, ${ada.id}, now() from generate_series(1, ${limits.ignoredTags.max}) n`)
    await site.db.execute(sql`
      insert into ignored_tags (user_id, tag_id, created_at)
      select ${ben.id}, id, now() from tags where slug_name like 'many-%'`)
    await expectError(ignore(ben, 't1'), 'tag.too_many_ignored')
    expect(await ignore(ben, 'many-1', true)).toEqual({ is_ignored: false })
    expect(await ignore(ben, 't1')).toEqual({ is_ignored: true })
    const tooMany = Array.from({ length: limits.ignoredTags.max + 1 }, (_, n) => `t${n}`)
    expect(await rejectionOf(replace(ben, tooMany))).toMatchObject({
      status: 400,
      data: [{ error_field: 'slug_name_list' }],
    })
  })
})

describe('PUT /ignore/tags', () => {
  it('replaces the ignored tags, resolves synonyms and skips unknown tags', async () => {
    const ben = await aUser(site.ctx)
    await replace(ben, ['t3', 'T1', 'roggen', 'rye', 'old', 'no-such-tag'])
    expect(await listIgnored(ben)).toEqual(['rye', 't1', 't3'])
    await replace(ben, ['t1', 't4'])
    expect(await listIgnored(ben)).toEqual(['t1', 't4'])
    await replace(ben, [])
    expect(await listIgnored(ben)).toEqual([])
  })

  it('takes the same number of SQL statements for every number of tags', async () => {
    const ben = await aUser(site.ctx)
    const cost = async (slug_name_list: string[]) => {
      const headers = { authorization: `Bearer ${ben.token}` }
      const write = { method: 'PUT', url: ignoreTags.path, headers, payload: { slug_name_list } }
      const written = await site.app.inject(write as { method: 'PUT' })
      const read = await site.app.inject({ method: 'GET', url: listIgnoredTags.path, headers })
      return [written, read].map((response) => response.headers['x-sql-count'])
    }
    expect(await cost(['t1', 't2'])).toEqual(['10', '2'])
    await replace(ben, [])
    expect(await cost(['t1', 't2', 't3', 't4', 't5', 'rye'])).toEqual(['10', '2'])
  })
})

describe('ignored tags', () => {
  it('move to the other tag in a merge, unless that is followed', async () => {
    const [ben, cleo, dan] = [await aUser(site.ctx), await aUser(site.ctx), await aUser(site.ctx)]
    await replace(ben, ['from', 'into'])
    await replace(cleo, ['from'])
    await replace(dan, ['from'])
    await site.as(dan.token).call(follow, { object_id: await tagId('into') })
    const staff = await aUser(site.ctx, { role: 'moderator' })
    const found = await site.as().call(findTags, { tags: 'from,into' })
    const idOf = (slug: string) => found.find((tag) => tag.slug_name === slug)!.tag_id
    await site.as(staff.token).call(mergeTags, {
      source_tag_id: idOf('from'),
      target_tag_id: idOf('into'),
    })
    expect([await listIgnored(ben), await listIgnored(cleo), await listIgnored(dan)]).toEqual([
      ['into'],
      ['into'],
      [],
    ])
    expect(await listFollowed(dan)).toEqual(['into'])
  })

  it('are exported, and deleted with the account', async () => {
    const ben = await aUser(site.ctx)
    await ignore(ben, 't1')
    const { ignoredTags: exported } = await site.as(ben.token).call(exportMyData, {})
    expect(exported).toMatchObject([{ tagId: await tagId('t1') }])
    await site.as(ben.token).call(deleteAccount, { content: 'keep' })
    const rows = await site.ctx.db.select().from(ignoredTags).where(eq(ignoredTags.userId, ben.id))
    expect(rows).toEqual([])
  })
})
