import {
  choicePresets,
  defaultFrequencies,
  defaultPush,
  getNotificationChoices,
  updateNotificationChoices,
} from '@stoa/contract/features/mails'
import {
  getNotificationConfig,
  updateNotificationConfig,
} from '@stoa/contract/features/profile-settings'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'
import { choose } from './mails.factory.ts'

let site: TestSite
let ada: Member
let round = 0

beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  ada = await aMember(site, `Ada ${++round}`)
})

const kinds = async () => (await ada.client.call(getNotificationChoices, {})).kinds
const config = async () => {
  const { inbox, all_new_question, all_new_question_for_following_tags } = await ada.client.call(
    getNotificationConfig,
    {},
  )
  return [inbox, all_new_question, all_new_question_for_following_tags].map(({ enable }) => enable)
}
const setConfig = (inbox: boolean, all: boolean, tags: boolean) =>
  ada.client.call(updateNotificationConfig, {
    inbox: { enable: inbox },
    all_new_question: { enable: all },
    all_new_question_for_following_tags: { enable: tags },
  })

describe('GET /user/notification/choices', () => {
  it('returns the defaults', async () => {
    expect(await ada.client.call(getNotificationChoices, {})).toEqual({
      kinds: defaultFrequencies,
      muted: [],
      push: defaultPush,
      quiet_hours: null,
      digest_hour: 8,
      digest_day: 1,
      time_zone: 'UTC',
      stopped: null,
      last_digest: null,
    })
  })

  it('requires a member', async () => {
    await expectError(site.as().call(getNotificationChoices, {}), 'auth.required')
  })
})

describe('PUT /user/notification/choices', () => {
  it.each(Object.entries(choicePresets))('stores the preset %s', async (_name, preset) => {
    const hours = { quiet_hours: { from: 22, to: 7 }, digest_hour: 18, digest_day: 5 }
    const chosen = { ...preset, muted: [...preset.muted], push: [...preset.push], ...hours }
    await ada.client.call(updateNotificationChoices, chosen)
    expect(await ada.client.call(getNotificationChoices, {})).toMatchObject(chosen)
  })

  it('rejects hours and frequencies that do not exist', async () => {
    const hours = { quiet_hours: null, digest_hour: 8, digest_day: 1 }
    const valid = { kinds: defaultFrequencies, muted: [], push: [], ...hours }
    for (const wrong of [
      { ...valid, digest_hour: 24 },
      { ...valid, digest_day: 0 },
      { ...valid, quiet_hours: { from: 5, to: 25 } },
      { ...valid, muted: ['answers' as never] },
      { ...valid, push: ['decisions' as never] },
      { ...valid, kinds: { ...defaultFrequencies, answers: 'yearly' as never } },
    ])
      await expectError(
        ada.client.call(updateNotificationChoices, wrong),
        'base.request_format_error',
      )
  })
})

describe('PUT /user/notification/config', () => {
  it('agrees with the settings by kind', async () => {
    expect(await config()).toEqual([true, false, false])
    await setConfig(true, true, true)
    expect(await kinds()).toEqual({
      ...defaultFrequencies,
      followed_tags: 'immediate',
      all_questions: 'immediate',
    })
    await choose(ada.client, { all_questions: 'off', followed_tags: 'weekly', answers: 'off' })
    expect(await config()).toEqual([true, false, true])
    await setConfig(false, false, false)
    expect(new Set(Object.values(await kinds()))).toEqual(new Set(['off']))
    await setConfig(true, false, true)
    expect(await kinds()).toMatchObject({ answers: 'off', followed_tags: 'weekly' })
  })

  it('turns on the defaults when every kind was off', async () => {
    const none = Object.fromEntries(Object.keys(defaultFrequencies).map((kind) => [kind, 'off']))
    await choose(ada.client, none)
    expect(await config()).toEqual([false, false, false])
    await setConfig(true, false, false)
    expect(await kinds()).toEqual(defaultFrequencies)
  })
})
