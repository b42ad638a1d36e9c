import { followTags, listFollowedTags, setTagLevel } from '@stoa/contract/features/follows'
import { ignoreTags } from '@stoa/contract/features/ignored-tags'
import { updateNotificationConfig } from '@stoa/contract/features/profile-settings'
import { deleteQuestion } from '@stoa/contract/features/questions'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitForJobs } from '../../../../test/jobs.ts'
import type { TestSite } from '../../../../test/site.ts'
import type { Context } from '../../../kernel/context.ts'
import { dueMails, mailDeliveries, mailSchedules } from '../../../schema/mails.ts'
import { questions } from '../../../schema/posts.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'
import { aMailingSite, choose, mailsByTomorrow, mailsTo } from './mails.factory.ts'
import { mailsListeners } from './mails.jobs.ts'
import { sendDueMails } from './sending.jobs.ts'

let site: TestSite
let round = 0
let ada: Member
let tess: Member
let all: Member
let tag: string

beforeAll(async () => {
  site = await aMailingSite()
})
afterAll(() => site.close())

const turnOn = (member: Member, kind: 'tags' | 'all') =>
  member.client.call(updateNotificationConfig, {
    inbox: { enable: true },
    all_new_question: { enable: kind === 'all' },
    all_new_question_for_following_tags: { enable: kind === 'tags' },
  })

/** Tess follows the tag; All wants every question. */
beforeEach(async () => {
  round++
  tag = `rye-${round}`
  ada = await aMember(site, `Ada ${round}`)
  tess = await aMember(site, `Tess ${round}`)
  all = await aMember(site, `All ${round}`)
  await aQuestion(ada.client, { tags: [tag] })
  // Its mails are queued before anybody wants one.
  await waitForJobs(site.ctx)
  await tess.client.call(followTags, { slug_name_list: [tag] })
  await turnOn(tess, 'tags')
  await turnOn(all, 'all')
})

const ask = (tags = [tag], title = `Why does it sour, number ${round}?`) =>
  aQuestion(ada.client, { title, tags })

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Until the digests of the next morning. */
function msUntilEight() {
  const now = site.ctx.clock.now().getTime()
  return dayMs - ((now - 8 * hourMs) % dayMs)
}

/** Runs the job about a question once more. */
async function queueAgain(questionId: string) {
  const job = mailsListeners.find(
    (listener) => 'queue' in listener && listener.queue === 'question.asked/queue-mails',
  )
  if (job?.kind === 'after') await job.run(site.ctx, { questionId } as never)
}

describe('a new question', () => {
  it('is mailed to followers of its tags and to those who want all, once', async () => {
    await all.client.call(followTags, { slug_name_list: [tag] })
    await ask()
    const toTess = await mailsTo(site, tess)
    const toAll = await mailsTo(site, all)
    expect(toTess).toHaveLength(1)
    expect(toAll).toHaveLength(1)
    expect(toTess[0]?.subject).toBe(`[Porch] Why does it sour, number ${round}?`)
    expect(toTess[0]?.text).toContain('You follow a tag of this question.')
    expect(toTess[0]?.text).toContain(`Ada ${round} asked in ${tag}`)
    expect(toTess[0]?.headers['list-id']).toBe('<followed-tags.localhost>')
    expect(toAll[0]?.headers['list-id']).toBe('<all-questions.localhost>')
    expect(await mailsTo(site, ada)).toEqual([])
  })

  it('is counted only, with ten others in the mail, which says why it is sent', async () => {
    for (let n = 1; n <= 12; n++) await ask([tag], `Number ${n} of ${round}?`)
    const [mail, ...others] = await mailsTo(site, tess)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('[Porch] 12 updates for you')
    expect(mail?.text.match(/^Number \d+ of/gm)).toHaveLength(10)
    expect(mail?.text).not.toContain('Number 2 of')
    expect(mail?.text).toContain('And 2 more questions')
    expect(mail?.text).toContain('You follow tags of these questions.')
  })

  it('is not mailed about other tags, nor about tags that are ignored', async () => {
    await all.client.call(ignoreTags, { slug_name_list: [tag] })
    await ask([`wheat-${round}`])
    expect(await mailsTo(site, tess)).toEqual([])
    expect(await mailsTo(site, all)).toHaveLength(1)
    await ask()
    expect(await mailsTo(site, all)).toHaveLength(1)
  })

  it.each([
    ['unlisted', { isListed: false }],
    ['pending again', { status: 11 as const }],
  ])('is not mailed once it is %s', async (_what, values) => {
    const { id } = await ask()
    await waitForJobs(site.ctx)
    await site.db.update(questions).set(values).where(eq(questions.id, id))
    expect(await mailsTo(site, tess)).toEqual([])
    expect(await mailsTo(site, all)).toEqual([])
  })

  it('is not mailed once it is deleted', async () => {
    const { id } = await ask()
    await waitForJobs(site.ctx)
    await ada.client.call(deleteQuestion, { id })
    expect(await mailsTo(site, tess)).toEqual([])
  })

  it('is queued once, however often the job runs', async () => {
    const { id } = await ask()
    await mailsTo(site, tess)
    await queueAgain(id)
    expect(await mailsTo(site, tess)).toHaveLength(1)
  })
})

it('sends at most 50 mails about all questions in 7 days', async () => {
  await site.db.insert(mailDeliveries).values({
    userId: all.id,
    frequency: 'weekly',
    items: 49,
    questions: 49,
    sentAt: site.ctx.clock.now(),
  })
  await ask([tag], `The fiftieth of ${round}?`)
  expect(await mailsTo(site, all)).toHaveLength(1)
  await ask([tag], `The fifty-first of ${round}?`)
  expect(await mailsTo(site, all)).toHaveLength(1)
  site.advance(7 * dayMs)
  await ask([tag], `A week after ${round}?`)
  expect(await mailsTo(site, all)).toHaveLength(2)
})

describe('in a digest', () => {
  it('are tags that are followed for it, and other tags are mailed at once', async () => {
    const other = `wheat-${round}`
    await aQuestion(ada.client, { tags: [other] })
    await waitForJobs(site.ctx)
    await tess.client.call(followTags, { slug_name_list: [tag, other] })
    const followed = await tess.client.call(listFollowedTags, {})
    const { tag_id } = followed.find(({ slug_name }) => slug_name === tag)!
    await tess.client.call(setTagLevel, { tag_id, level: 'digest' })
    await ask([tag], `For the digest ${round}?`)
    await ask([tag, other], `At once ${round}?`)
    const atOnce = await mailsTo(site, tess)
    expect(atOnce.map(({ subject }) => subject)).toEqual([`[Porch] At once ${round}?`])
    const [, digest, ...more] = await mailsByTomorrow(site, tess)
    expect(more).toEqual([])
    expect(digest?.text).toContain(`For the digest ${round}?`)
    expect(digest?.text).not.toContain(`At once ${round}?`)
    // Other mails about tags are wanted at once, so the digest alone cannot be turned off.
    expect(digest?.text).toContain('Unsubscribe from “New questions in tags you follow”')
  })

  it('are not those that were mailed at once because of a tag', async () => {
    await all.client.call(followTags, { slug_name_list: [tag] })
    await choose(all.client, { followed_tags: 'immediate', all_questions: 'daily' })
    await ask([`wheat-${round}`], `For the digest ${round}?`)
    await ask([tag], `At once ${round}?`)
    const [atOnce, digest, ...more] = await mailsByTomorrow(site, all)
    expect(more).toEqual([])
    expect(atOnce?.subject).toBe(`[Porch] At once ${round}?`)
    expect(digest?.text).toContain(`For the digest ${round}?`)
    expect(digest?.text).not.toContain(`At once ${round}?`)
  })

  it('are those asked until it is composed, and later ones in the next', async () => {
    await choose(tess.client, { followed_tags: 'daily' })
    await ask([tag], `In time ${round}?`)
    await waitForJobs(site.ctx)
    site.advance(dayMs)
    // The mail is composed after the questions were read, and before that is settled.
    let hasAsked = false
    const slow: Context = {
      ...site.ctx,
      async deriveKey(name) {
        if (name === 'unsubscribe' && !hasAsked) {
          hasAsked = true
          await ask([tag], `Later ${round}?`)
          await waitForJobs(site.ctx)
        }
        return await site.ctx.deriveKey(name)
      },
    }
    await sendDueMails(slow)
    const [next] = (await mailsByTomorrow(site, tess)).slice(1)
    expect(next?.text).toContain(`Later ${round}?`)
    expect(next?.text).not.toContain(`In time ${round}?`)
  })

  it('are in one digest only, also when their job runs after it', async () => {
    // Early is older than a minute at eight, whenever the test runs.
    site.advance(msUntilEight() + hourMs)
    await choose(tess.client, { followed_tags: 'daily' })
    await ask([tag], `Early ${round}?`)
    await waitForJobs(site.ctx)
    site.advance(msUntilEight() - 20_000)
    const late = await ask([tag], `Late ${round}?`)
    await waitForJobs(site.ctx)
    site.advance(40_000)
    await sendDueMails(site.ctx)
    await queueAgain(late.id)
    const [first, second, ...more] = await mailsByTomorrow(site, tess)
    expect(more).toEqual([])
    expect(first?.text).toContain(`Early ${round}?`)
    expect(first?.text).not.toContain(`Late ${round}?`)
    expect(second?.text).toContain(`Late ${round}?`)
    expect(second?.text).not.toContain(`Early ${round}?`)
  })

  it('new questions are found when it is sent, without a row for each', async () => {
    await choose(tess.client, { followed_tags: 'daily' })
    await choose(all.client, { all_questions: 'daily' })
    await ask([tag], `First of ${round}?`)
    await ask([tag], `Second of ${round}?`)
    const hidden = await ask([tag], `Hidden of ${round}?`)
    await waitForJobs(site.ctx)
    await site.db.update(questions).set({ isListed: false }).where(eq(questions.id, hidden.id))
    const isOfTess = eq(dueMails.userId, tess.id)
    expect(await site.ctx.db.select().from(dueMails).where(isOfTess)).toEqual([])
    for (const member of [tess, all]) {
      const [mail, ...others] = await mailsByTomorrow(site, member)
      expect(others).toEqual([])
      expect(mail?.text).toContain('2 new questions.')
      expect(mail?.text.indexOf('Second of')).toBeLessThan(mail?.text.indexOf('First of') ?? 0)
      expect(mail?.text).not.toContain('Hidden')
    }
    const left = await site.ctx.db
      .select()
      .from(mailSchedules)
      .where(and(eq(mailSchedules.userId, tess.id), eq(mailSchedules.frequency, 'daily')))
    expect(left).toEqual([])
  })
})
