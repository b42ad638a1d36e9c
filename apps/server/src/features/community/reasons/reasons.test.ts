import { listReasons } from '@stoa/contract/features/reasons'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let token: string

beforeAll(async () => {
  site = await aSite()
  token = (await aUser(site.ctx)).token
})
afterAll(() => site.close())

describe('GET /reasons', () => {
  it.each([
    ['question', 'flag', [57, 58, 59, 60]],
    ['answer', 'flag', [57, 58, 59, 61]],
    ['comment', 'flag', [57, 58, 59, 62]],
    ['question', 'close', [60, 63, 64, 59]],
    ['question', 'status', [65, 67, 68]],
    ['answer', 'status', [65, 68]],
    ['user', 'status', [66, 70, 69, 71]],
    ['question', 'review', [72, 73, 74, 75]],
    ['comment', 'review', [72, 73, 75]],
  ] as const)('lists the reasons of %s %s in order', async (object_type, action, expected) => {
    const reasons = await site.as(token).call(listReasons, { object_type, action })
    expect(reasons.map(({ reason_type }) => reason_type)).toEqual(expected)
  })

  it('says what to write and translates it', async () => {
    const reasons = await site
      .as(token)
      .call(listReasons, { object_type: 'question', action: 'close' })
    expect(reasons[0]).toEqual({
      reason_type: 60,
      name: 'Duplicate',
      description: 'This question has been asked and answered here before.',
      content_type: 'text',
      placeholder: 'URL of the other question',
      have_content: true,
    })
    expect(reasons[1]).toMatchObject({ content_type: '', placeholder: '', have_content: false })
  })

  it('rejects a combination without reasons, and visitors', async () => {
    const none = { object_type: 'answer', action: 'close' } as const
    await expectError(site.as(token).call(listReasons, none), 'reason.none')
    await expectError(site.as().call(listReasons, none), 'auth.required')
  })
})
