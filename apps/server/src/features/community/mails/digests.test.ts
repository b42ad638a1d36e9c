import { acceptAnswer } from '@stoa/contract/features/answers'
import { addComment } from '@stoa/contract/features/comments'
import { follow } from '@stoa/contract/features/follows'
import { updateInterface } from '@stoa/contract/features/profile-settings'
import { unsubscribe } from '@stoa/contract/features/recovery'
import { getNotificationChoices } from '@stoa/contract/features/mails'
import { closeQuestion } from '@stoa/contract/features/questions'
import { mailDeliverySettings } from '@stoa/contract/settings/mails'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listMails } from '../../../../../../scripts/services/inbox.ts'
import type { TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'
import { aMailingSite, choose, mailsByTomorrow, mailsTo, sendAfter } from './mails.factory.ts'

let site: TestSite
let round = 0
let ada: Member
let ben: Member
let question: { id: string }

beforeAll(async () => {
  site = await aMailingSite()
})
afterAll(() => site.close())

beforeEach(async () => {
  round++
  ada = await aMember(site, `Ada ${round}`)
  ben = await aMember(site, `Ben ${round}`)
  question = await aQuestion(ada.client, { title: `Does rye freeze well, number ${round}?` })
})

const comment = (member: Member, object_id: string, original_text: string) =>
  member.client.call(addComment, { object_id, original_text })

/** Moves the clock, forward only. */
function advanceTo(time: string) {
  const ms = Date.parse(time) - site.ctx.clock.now().getTime()
  expect(ms).toBeGreaterThan(0)
  site.advance(ms)
}

describe('a digest', () => {
  it('says everything of a busy day in one mail', async () => {
    await choose(ada.client, { answers: 'daily', comments: 'daily' })
    const other = await aQuestion(ben.client, { title: `Is spelt a wheat, number ${round}?` })
    await ada.client.call(follow, { object_id: other.id })
    const mine = await anAnswer(ada.client, other.id, 'A cousin of it.')
    await ben.client.call(acceptAnswer, { question_id: other.id, answer_id: mine.id })
    for (let n = 1; n <= 3; n++) {
      const cleo = await aMember(site, `Cleo ${round} ${n}`)
      await anAnswer(cleo.client, question.id, `It does, says number ${n}.`)
      await comment(cleo, question.id, `A comment by number ${n}.`)
    }
    const [mail, ...others] = await mailsByTomorrow(site, ada)
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(new RegExp(`^\\[Porch\\] Your \\w+day, Ada ${round}$`))
    expect(mail?.text).toContain('7 updates for you.')
    for (const part of [
      'answered',
      'commented on',
      'accepted your answer to Is spelt',
      '· You asked this question.',
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.text).toContain('You get this email once a day, if there is something new.')
    const settings = await ada.client.call(getNotificationChoices, {})
    expect(settings.last_digest).toMatchObject({ items: 7 })
  })

  it('says what staff decided, without their names', async () => {
    const mia = await aMember(site, `Mia ${round}`, 'moderator')
    await mia.client.call(closeQuestion, { id: question.id, close_type: 64 })
    const [mail] = await mailsByTomorrow(site, ada)
    expect(mail?.text).toContain(`Your question Does rye freeze well, number ${round}? was closed`)
    expect(mail?.text).toContain('Open the question:')
    expect(mail?.html).not.toContain(`Mia ${round}`)
  })

  it('is in the language and the time zone of the user', async () => {
    await choose(ada.client, { answers: 'daily' }, { digest_hour: 8 })
    const interfaceChoices = { color_scheme: 'default', language: 'ar' } as const
    await ada.client.call(updateInterface, { ...interfaceChoices, time_zone: 'Asia/Tokyo' })
    await anAnswer(ben.client, question.id)
    const [mail] = await mailsByTomorrow(site, ada)
    expect(mail?.html).toContain('dir="rtl"')
    expect(mail?.text).toContain('تحديث واحد لك.')
  })

  it('can be turned off with one click, and other mails stay', async () => {
    await choose(ada.client, { answers: 'daily', followed_tags: 'weekly' })
    await anAnswer(ben.client, question.id)
    const [mail] = await mailsByTomorrow(site, ada)
    const code = /unsubscribe\?code=([\w.-]+)/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1]
    await site.as().call(unsubscribe, { code: code ?? '' })
    expect((await ada.client.call(getNotificationChoices, {})).kinds).toEqual({
      answers: 'off',
      comments: 'immediate',
      changes: 'off',
      decisions: 'off',
      invitations: 'immediate',
      followed_questions: 'off',
      followed_users: 'off',
      followed_tags: 'off',
      all_questions: 'off',
    })
  })
})

describe('hourly mails', () => {
  it('say what happened within the hour', async () => {
    await choose(ada.client, { answers: 'hourly', comments: 'hourly' })
    await anAnswer(ben.client, question.id)
    await comment(ben, question.id, 'Which flour do you use?')
    await sendAfter(site, 61)
    const mails = await listMails({ to: ada.email })
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('2 updates for you')
  })
})

it('what is more than the limit of a day waits for the digest', async () => {
  await transact(site.ctx, (tx) => changeSettings(tx, mailDeliverySettings, { mails_per_day: 2 }))
  const count = async () => (await mailsTo(site, ada)).length
  for (let n = 1; n <= 4; n++) {
    await comment(ben, question.id, `Comment number ${n}, please answer.`)
    expect(await count()).toBe(Math.min(n, 2))
  }
  const mails = await mailsByTomorrow(site, ada)
  expect(mails).toHaveLength(3)
  expect(mails[2]?.text).toContain('Comment number 3')
  expect(mails[2]?.text).toContain('Comment number 4')
  expect(mails[2]?.text).not.toContain('Comment number 2')
  // Comments are not chosen for digests, so that without digests they would still wait for one.
  expect(mails[2]?.text).toContain('Unsubscribe from “Comments and mentions”')
  expect(mails[2]?.headers['list-id']).toBe('<digest.localhost>')
  await transact(site.ctx, (tx) => changeSettings(tx, mailDeliverySettings, { mails_per_day: 12 }))
})

it('nothing is sent in quiet hours, also when the clock goes forward that night', async () => {
  advanceTo('2027-03-27T21:30:00Z')
  const berlin = { color_scheme: 'default', language: '', time_zone: 'Europe/Berlin' } as const
  const [dora, emil] = [await aMember(site, `Dora ${round}`), await aMember(site, `Emil ${round}`)]
  await dora.client.call(updateInterface, berlin)
  await choose(dora.client, {}, { quiet_hours: { from: 22, to: 7 } })
  const { id } = await aQuestion(dora.client, { title: `Is it late already, number ${round}?` })
  await anAnswer(emil.client, id)
  expect(await mailsTo(site, dora)).toEqual([])
  // Seven in Berlin is five in Greenwich from this morning on.
  advanceTo('2027-03-28T04:55:00Z')
  expect(await mailsTo(site, dora)).toEqual([])
  advanceTo('2027-03-28T05:00:30Z')
  expect(await mailsTo(site, dora)).toHaveLength(1)
})
