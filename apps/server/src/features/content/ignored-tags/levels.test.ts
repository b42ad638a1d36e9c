import { listFollowedTags, setTagLevel, type TagLevel } from '@stoa/contract/features/follows'
import { listIgnoredTags } from '@stoa/contract/features/ignored-tags'
import { getTag } from '@stoa/contract/features/tags'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

it('a tag has one level: all, digest or mute', async () => {
  const client = site.as((await aUser(site.ctx)).token)
  await aQuestion(client)
  const { tag_id } = await client.call(getTag, { name: 'baking' })
  const read = async (level: TagLevel) => {
    await client.call(setTagLevel, { tag_id, level })
    const followed = await client.call(listFollowedTags, {})
    const ignored = await client.call(listIgnoredTags, {})
    const { follow_count: count } = await client.call(getTag, { name: 'baking' })
    return [followed.map((tag) => tag.level), ignored.length, count]
  }
  expect(await read('digest')).toEqual([['digest'], 0, 1])
  expect(await read('all')).toEqual([['all'], 0, 1])
  expect(await read('mute')).toEqual([[], 1, 0])
  expect(await read('digest')).toEqual([['digest'], 0, 1])
  await expectError(site.as().call(setTagLevel, { tag_id, level: 'all' }), 'auth.required')
})
