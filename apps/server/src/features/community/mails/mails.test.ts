import { acceptAnswer } from '@stoa/contract/features/answers'
import { addComment } from '@stoa/contract/features/comments'
import { follow } from '@stoa/contract/features/follows'
import { inviteUsers } from '@stoa/contract/features/invites'
import { unsubscribe } from '@stoa/contract/features/recovery'
import { updateInterface } from '@stoa/contract/features/profile-settings'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestSite } from '../../../../test/site.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'
import { aMailingSite, choose, mailsByTomorrow, mailsTo } from './mails.factory.ts'

let site: TestSite
let round = 0
let ada: Member
let ben: Member
let cleo: Member
let question: { id: string }

beforeAll(async () => {
  site = await aMailingSite()
})
afterAll(() => site.close())

/** Ada asks, Cleo follows. */
beforeEach(async () => {
  round++
  ada = await aMember(site, `Ada ${round}`)
  ben = await aMember(site, `Ben ${round}`)
  cleo = await aMember(site, `Cleo ${round}`)
  question = await aQuestion(ada.client, { title: `Does rye freeze well, number ${round}?` })
  await cleo.client.call(follow, { object_id: question.id })
})

const comment = (member: Member, object_id: string, original_text: string, reply?: string) =>
  member.client.call(addComment, {
    object_id,
    original_text,
    ...(reply === undefined ? {} : { reply_comment_id: reply }),
  })

const subjectsOf = async (member: Member) =>
  (await mailsTo(site, member)).map(({ subject }) => subject)

describe('a new answer', () => {
  it('is mailed to the asker, with its text and a link, and to nobody else at once', async () => {
    const answer = await anAnswer(ben.client, question.id, 'Yes, for three months.')
    const mails = await mailsTo(site, ada)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      subject: `[Porch] Does rye freeze well, number ${round}?`,
      to: [ada.email],
    })
    const { text = '', html = '' } = mails[0] ?? {}
    const url = `http://localhost:3000/questions/${question.id}/does-rye-freeze-well-number-${round}/${answer.id}`
    for (const part of [
      `Ben ${round} answered Does rye freeze well, number ${round}?`,
      '> Yes, for three months.',
      url,
      'You asked this question.',
      'http://localhost:3000/users/settings/notify',
    ])
      expect(text).toContain(part)
    expect(html).toContain(`href="${url}"`)
    expect(await subjectsOf(ben)).toEqual([])
    expect(await subjectsOf(cleo)).toEqual([])
  })

  it('is sent once', async () => {
    await anAnswer(ben.client, question.id)
    await mailsTo(site, ada)
    expect(await mailsTo(site, ada)).toHaveLength(1)
  })

  it('has headers for threads, lists and automatic replies', async () => {
    await anAnswer(ben.client, question.id)
    await mailsTo(site, ada)
    await comment(ben, question.id, 'Which flour do you use?')
    const [first, second] = await mailsTo(site, ada)
    const { headers = {} } = first ?? {}
    expect(headers).toMatchObject({
      'list-id': '<answers.localhost>',
      'auto-submitted': 'auto-generated',
      'in-reply-to': `<question-${question.id}@localhost>`,
      references: `<question-${question.id}@localhost>`,
    })
    expect(headers['message-id']).toMatch(new RegExp(`^<immediate\\.\\d+\\.${ada.id}@localhost>$`))
    expect(headers['list-unsubscribe']).toMatch(/^<http:\/\/localhost:3000\/users\/unsubscribe\?/)
    expect(second?.headers['references']).toBe(headers['references'])
    expect(second?.headers['message-id']).not.toBe(headers['message-id'])
    expect(second?.subject).toBe(first?.subject)
  })
})

describe('comments', () => {
  it('are mailed to the author of the post, to whom they reply, and to whom they mention', async () => {
    const answer = await anAnswer(ben.client, question.id)
    const first = await comment(cleo, answer.id, 'Sliced or whole?')
    await comment(ada, answer.id, `Sliced. @${ben.username} agrees.`, first.comment_id)
    const toBen = await mailsTo(site, ben)
    const toCleo = await mailsTo(site, cleo)
    expect(toBen).toHaveLength(1)
    expect(toBen[0]?.subject).toBe(`[Porch] Does rye freeze well, number ${round}?`)
    expect(toBen[0]?.text).toContain(`Cleo ${round} commented on your answer to`)
    expect(toBen[0]?.text).toContain(`Ada ${round} mentioned you in a comment on`)
    expect(toBen[0]?.text).toContain('2 updates for you')
    expect(toCleo).toHaveLength(1)
    expect(toCleo[0]?.text).toContain(`Ada ${round} replied to your comment on`)
    expect(toCleo[0]?.text).toContain(`?commentId=`)
  })
})

describe('invitations', () => {
  it('are mailed to the invited', async () => {
    const mia = await aMember(site, `Mia ${round}`, 'moderator')
    await mia.client.call(inviteUsers, { id: question.id, invite_user: [ben.username] })
    const [mail] = await mailsTo(site, ben)
    expect(mail?.text).toContain(`Mia ${round} invited you to answer Does rye freeze well`)
    expect(mail?.text).toContain('Answer the question:')
    expect(mail?.headers['list-id']).toBe('<invitations.localhost>')
  })
})

describe('an accepted answer', () => {
  it('waits for the digest of the next day', async () => {
    const answer = await anAnswer(ben.client, question.id)
    await ada.client.call(acceptAnswer, { question_id: question.id, answer_id: answer.id })
    expect(await subjectsOf(ben)).toEqual([])
    const [mail] = await mailsByTomorrow(site, ben)
    expect(mail?.subject).toMatch(new RegExp(`^\\[Porch\\] Your \\w+day, Ben ${round}$`))
    expect(mail?.text).toContain(`Ada ${round} accepted your answer to`)
    expect(mail?.headers['list-id']).toBe('<digest.localhost>')
  })
})

describe('languages', () => {
  it.each([
    ['ar', 'rtl', 'اقرأ الإجابة', 'أنت من طرح هذا السؤال.'],
    ['zh_CN', 'ltr', '查看回答', '你提出了这个问题。'],
    ['Default', 'ltr', 'Read the answer', 'You asked this question.'],
  ])('of the receiver: %s', async (language, dir, label, why) => {
    await ada.client.call(updateInterface, { language, color_scheme: 'default' })
    await anAnswer(ben.client, question.id)
    const [mail] = await mailsTo(site, ada)
    expect(mail?.html).toContain(`dir="${dir}"`)
    for (const part of [label, why]) {
      expect(mail?.html).toContain(part)
      expect(mail?.text).toContain(part)
    }
  })
})

describe('the link to unsubscribe', () => {
  it('turns off one kind, without login', async () => {
    await anAnswer(ben.client, question.id)
    const [mail] = await mailsTo(site, ada)
    const code = /unsubscribe\?code=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    await site.as().call(unsubscribe, { code })
    await anAnswer(cleo.client, question.id)
    expect(await mailsTo(site, ada)).toHaveLength(1)
    await comment(ben, question.id, 'Which flour do you use?')
    expect(await mailsTo(site, ada)).toHaveLength(2)
  })
})

it('kinds that are off are not mailed', async () => {
  await choose(ada.client, { answers: 'off' })
  await anAnswer(ben.client, question.id)
  expect(await mailsTo(site, ada)).toEqual([])
})
