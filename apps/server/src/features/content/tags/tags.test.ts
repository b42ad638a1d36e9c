import { suggestTags } from '@stoa/contract/features/tags'
import { privilegeSettings } from '@stoa/contract/settings/people'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { canRetag, canUseTags } from './tags.rules.ts'
import { insertTags, renderTag } from './tags.writing.ts'
import { tags } from '../../../schema/tags.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
})
afterAll(() => site.close())

const member: Actor = {
  id: '2',
  roleId: 1,
  reputation: 1,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
}

describe('GET /question/tags', () => {
  it('suggests tags by prefix, most used first', async () => {
    for (const list of [
      ['rust', 'rye'],
      ['rye', 'salt'],
    ])
      await aQuestion(site.as(ada.token), { tags: list })
    const found = await site.as().call(suggestTags, { tag: 'R' })
    expect(found.map((tag) => tag.slug_name)).toEqual(['rye', 'rust'])
  })

  it('escapes wildcards', async () => {
    expect(await site.as().call(suggestTags, { tag: '%' })).toEqual(
      await site.as().call(suggestTags, { tag: '' }),
    )
    expect(await site.as().call(suggestTags, { tag: 'r_e' })).toEqual([])
  })
})

describe('tags of a new question', () => {
  it('are created once for all spellings of a name', async () => {
    await aQuestion(site.as(ada.token), { tags: ['Sour Dough', 'sour-dough'] })
    const rows = await site.ctx.db.select().from(tags).where(eq(tags.slugName, 'sour-dough'))
    expect(rows).toMatchObject([{ displayName: 'Sour Dough', questionCount: 1 }])
  })

  it('count exactly under concurrent use, in any order', async () => {
    const lists = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? ['busy', 'calm'] : ['calm', 'busy'],
    )
    await Promise.all(lists.map((list) => aQuestion(site.as(ada.token), { tags: list })))
    const rows = await site.ctx.db.select().from(tags).where(eq(tags.slugName, 'busy'))
    expect(rows).toMatchObject([{ questionCount: 30 }])
  })

  it('do not lock existing tags when created, to prevent deadlocks', async () => {
    await aQuestion(site.as(ada.token), { tags: ['kept'] })
    const texts = { slug_name: 'kept', display_name: 'Kept', original_text: '' }
    await transact(site.ctx, async (tx) => {
      const rendered = await renderTag(tx, member, texts, 'tags')
      expect(await insertTags(tx, { ...member, id: ada.id }, [rendered])).toEqual([])
      const locked = await site.ctx.db.execute(
        sql`select id from tags where slug_name = 'kept' for no key update nowait`,
      )
      expect(locked.rows).toHaveLength(1)
    })
  })

  it('can be created by members unless the site requires reputation', async () => {
    const change = (level: 2 | 3) =>
      transact(site.ctx, (tx) => changeSettings(tx, privilegeSettings, { level }))
    await change(3)
    const rejection = await expectError(
      aQuestion(site.as(ada.token), { tags: ['brand-new'] }),
      'rank.too_low',
    )
    expect(rejection.msg).toBe('You need 1,500 reputation to do this.')
    await aQuestion(site.as(ada.token), { tags: ['rye'] })
    await change(2)
  })
})

describe('canUseTags', () => {
  const staff: Actor = { ...member, roleId: 3 }
  const policy = { reserved: ['official'], recommended: ['bread'], isRecommendedRequired: true }

  it.each([
    [member, ['bread'], 'ok'],
    [member, ['flour'], 'tag.recommended_required'],
    [member, ['bread', 'official'], 'tag.reserved'],
    [staff, ['bread', 'official'], 'ok'],
    [staff, ['official'], 'tag.recommended_required'],
  ] as const)('%o with %j is %s', (actor, slugs, expected) => {
    const verdict = canUseTags(actor, slugs, policy)
    expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
  })

  it.each([
    [member, ['bread'], ['bread', 'rye'], 'ok'],
    [member, ['bread', 'official'], ['bread', 'official', 'rye'], 'ok'],
    [member, ['bread', 'official'], ['bread'], 'tag.reserved_stays'],
    [member, ['bread'], ['bread', 'official'], 'tag.reserved'],
    [member, ['bread'], ['rye'], 'tag.recommended_required'],
    [staff, ['bread', 'official'], ['bread'], 'ok'],
    [staff, ['bread'], ['bread', 'official'], 'ok'],
  ] as const)('canRetag: %o from %j to %j is %s', (actor, before, after, expected) => {
    const verdict = canRetag(actor, { before, after }, policy)
    expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
  })
})
