import type { Client } from '@stoa/contract/client'
import {
  type AdminTagFilter,
  createTag,
  deleteTag,
  getTag,
  listAdminTags,
  setSynonyms,
} from '@stoa/contract/features/tags'
import { writeSettings } from '@stoa/contract/settings/writing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { currentScope, withScope } from '../../../kernel/request-scope.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { listAdminTags as readTags } from './admin-tags.queries.ts'

let site: TestSite
let admin: Client
beforeAll(async () => {
  site = await aSite()
  admin = site.as((await aUser(site.ctx, { role: 'admin' })).token)
  for (const [slug_name, original_text] of [
    ['zq-described', 'What it is about.'],
    ['zq-main', ''],
    ['zq-deleted', ''],
  ] as const) {
    await admin.call(createTag, { slug_name, display_name: slug_name, original_text })
  }
  const idOf = async (name: string) => (await admin.call(getTag, { name })).tag_id
  await admin.call(setSynonyms, {
    tag_id: await idOf('zq-main'),
    synonym_tag_list: [{ slug_name: 'zq-other' }],
  })
  await admin.call(deleteTag, { tag_id: await idOf('zq-deleted') })
  await aQuestion(admin, { tags: ['zq-used'] })
})
afterAll(() => site.close())

const list = async (filter: AdminTagFilter) =>
  (await admin.call(listAdminTags, { filter, q: 'zq-', sort: 'name' })).list

describe('GET tags/page for admins', () => {
  it('is for admins only', async () => {
    const { token } = await aUser(site.ctx, { role: 'moderator' })
    await expectError(site.as(token).call(listAdminTags, {}), 'auth.forbidden')
  })

  it.each([
    ['all', ['zq-described', 'zq-main', 'zq-used']],
    ['undescribed', ['zq-used']],
    ['unused', ['zq-described', 'zq-main']],
    ['synonyms', ['zq-other']],
    ['special', []],
    ['deleted', ['zq-deleted']],
  ] as const)('lists %s', async (filter, names) => {
    expect((await list(filter)).map(({ slug_name: name }) => name)).toEqual(names)
  })

  it('lists the tags that the settings name', async () => {
    const reserve = (reserved_tags: string[]) =>
      transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { reserved_tags }))
    await reserve(['zq-used'])
    expect(await list('special')).toMatchObject([{ slug_name: 'zq-used', reserved: true }])
    await reserve([])
  })

  it('says what each tag has', async () => {
    expect((await list('all'))[1]).toMatchObject({ synonym_count: 1, is_described: false })
    expect((await list('all'))[0]).toMatchObject({ synonym_count: 0, is_described: true })
    expect((await list('synonyms'))[0]).toMatchObject({ main_tag_slug_name: 'zq-main' })
    expect((await list('deleted'))[0]).toMatchObject({ is_deleted: true })
  })

  it('takes two statements', async () => {
    const input = { page: 1, page_size: 20, filter: 'all', q: '', sort: 'popular' } as const
    const count = await withScope('tags', async () => {
      await readTags(site.ctx.db, input, { recommended: [], reserved: [] })
      return currentScope()?.sqlCount
    })
    expect(count).toBe(2)
  })
})
