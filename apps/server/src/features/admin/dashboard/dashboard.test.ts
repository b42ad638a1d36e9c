import { acceptAnswer } from '@stoa/contract/features/answers'
import { getDashboard, getFigures, listFirstSteps } from '@stoa/contract/features/dashboard'
import { deleteQuestion, operateQuestion } from '@stoa/contract/features/questions'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { computeFigures } from './figures.actions.ts'

const hour = 3_600_000
const day = 24 * hour
const timeZone = 'America/New_York'

let site: TestSite
let admin: Awaited<ReturnType<typeof aUser>>
let now: number

beforeAll(async () => {
  site = await aSite()
  admin = await aUser(site.ctx, { role: 'admin' })
  await transact(site.ctx, (tx) => changeSettings(tx, interfaceSettings, { time_zone: timeZone }))
  now = Date.now()
  await seed()
  await seedReviews()
})
afterAll(() => site.close())

/** A small community over 70 days; the numbers only have to differ. */
async function seed() {
  // Staff need no captchas.
  const users = await Promise.all(
    Array.from({ length: 8 }, () => aUser(site.ctx, { role: 'moderator' })),
  )
  const at = (index: number) => users[index % users.length]!
  for (let n = 0; n < 40; n++) {
    const asker = at(n * n)
    const tags = n % 3 === 0 ? ['lonely'] : ['baking', `tag-${n % 4}`]
    const question = await aQuestion(site.as(asker.token), {
      title: `How does number ${n} rise?`,
      tags,
    })
    const askedAt = now - Math.floor(((n * 41) % 70) * day + ((n * 7) % 24) * hour) - 90_000
    await setTime('questions', question.id, askedAt)
    await site.db.execute(sql`update question_tags set asked_at = ${new Date(askedAt)}
      where question_id = ${question.id}::bigint`)
    for (let m = 0; m < n % 3; m++) {
      const author = at(n + m + 1)
      if (author.id === asker.id) continue
      const answer = await anAnswer(site.as(author.token), question.id, `Answer ${m} of ${n}.`)
      await setTime('answers', answer.id, askedAt + (n % 5) * 9 * hour + (m + 1) * 60_000)
      if (n % 4 === 1 && m === 0) {
        const input = { question_id: question.id, answer_id: answer.id }
        await site.as(asker.token).call(acceptAnswer, input)
        await site.db.execute(sql`update activities set created_at = ${new Date(askedAt + 3 * day)}
          where object_id = ${answer.id}::bigint and kind = 'accept'`)
      }
    }
    if (n % 13 === 5) await site.as(admin.token).call(deleteQuestion, { id: question.id })
    if (n % 13 === 7)
      await site.as(admin.token).call(operateQuestion, { id: question.id, operation: 'hide' })
  }
}

/** Cases of all queues over 200 days, some open, decided by three people. */
async function seedReviews() {
  await site.db.execute(sql`
    with made as (
      select n, ${new Date(now)}::timestamptz - (n * 5 + 1) * interval '1 day' - (n * 37 % 20) * interval '1 hour' as opened,
        case when n % 5 > 0 then (n * 29 % 90) * interval '1 hour' + interval '7 minutes' end as took,
        (array(select id from users where role_id = 3 order by id limit 3))[1 + n * n % 3] as decider
      from generate_series(1, 40) n),
    posts as (select id, user_id, row_number() over (order by id) as n from questions),
    flagged as (
      insert into flag_cases (object_id, question_id, author_id, created_at, status, operation, decided_by, decided_at)
      select case when made.n % 3 = 0 then user_id else id end, case when made.n % 3 > 0 then id end, user_id, opened,
        case when took is null or opened + took > ${new Date(now)} then 1 else 2 end,
        case when opened + took <= ${new Date(now)} then 'delete_post' end,
        case when opened + took <= ${new Date(now)} then decider end,
        case when opened + took <= ${new Date(now)} then opened + took end
      from made join posts using (n) on conflict do nothing),
    held as (
      insert into held_posts (object_id, question_id, user_id, reasons, created_at, outcome, decided_by, decided_at)
      select id, id, user_id, '{links}', opened - interval '3 hours',
        case when took is null then null when made.n % 4 = 0 then 'withdrawn' else 'rejected' end,
        case when took is not null then decider end, opened - interval '3 hours' + took / 9
      from made join posts using (n))
    insert into suggestions (object_id, user_id, base_version, original_text, created_at, status, decision, decided_by, decided_at)
    select id, user_id, 1, 'Better.', opened - interval '1 hour', case when took is null then 1 else 3 end,
      case when took is not null then 'rejected' end, case when took is not null then decider end,
      opened - interval '1 hour' + took / 5
    from made join posts using (n)`)
}

const setTime = (table: 'questions' | 'answers', id: string, time: number) =>
  site.db.execute(sql`update ${sql.identifier(table)} set created_at = ${new Date(time)}
    where id = ${id}::bigint`)

type Post = { id: string; userId: string; at: number }
type Question = Post & { acceptedAt: number | null; isOpen: boolean }

/** All public content, to compute the figures another way. */
async function readContent() {
  const { rows: questions } = await site.db.execute<Question>(sql`
    select q.id::text, q.user_id::text as "userId", extract(epoch from q.created_at)::float as at,
      (select extract(epoch from max(created_at))::float from activities
        where kind = 'accept' and object_id = q.accepted_answer_id) as "acceptedAt",
      q.status = 1 and not q.is_answered as "isOpen"
    from questions q where q.status < 3 and q.is_listed`)
  const { rows: answers } = await site.db.execute<Post & { questionId: string }>(sql`
    select id::text, question_id::text as "questionId", user_id::text as "userId",
      extract(epoch from created_at)::float as at from answers where status = 1`)
  const listed = new Set(questions.map(({ id }) => id))
  return { questions, answers: answers.filter(({ questionId }) => listed.has(questionId)) }
}

function percentile(values: number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted.length === 0 ? null : sorted[Math.ceil(share * sorted.length) - 1]!
}

type Content = Awaited<ReturnType<typeof readContent>>

function compute({ questions, answers }: Content, from: number, to: number) {
  const isWithin = ({ at }: { at: number }) => at >= from && at < to
  const asked = questions.filter(isWithin)
  const firstAnswer = ({ id }: Question) =>
    Math.min(...answers.filter(({ questionId }) => questionId === id).map(({ at }) => at))
  const due = asked.filter(({ at }) => at <= now / 1000 - 86_400)
  const waits = asked
    .map((one) => firstAnswer(one) - one.at)
    .filter(Number.isFinite)
    .map(Math.round)
  const acceptances = asked.flatMap(({ at, acceptedAt }) =>
    acceptedAt === null ? [] : [Math.round(acceptedAt - at)],
  )
  const posts = [...questions, ...answers]
  const people = new Set(posts.filter(isWithin).map(({ userId }) => userId))
  const isNew = (userId: string) =>
    Math.min(...posts.filter((post) => post.userId === userId).map(({ at }) => at)) >= from
  const newPeople = [...people].filter(isNew).length
  return {
    questions: asked.length,
    questions_due: due.length,
    answered_in_a_day: due.filter((one) => firstAnswer(one) - one.at <= 86_400).length,
    first_answer_median: percentile(waits, 0.5),
    first_answer_p90: percentile(waits, 0.9),
    acceptance_median: percentile(acceptances, 0.5),
    acceptance_p90: percentile(acceptances, 0.9),
    new_people: newPeople,
    returning_people: people.size - newPeople,
  }
}

/** Whole weeks or months in the time zone of the site. */
function describeStart(at: number, unit: 'week' | 'month') {
  const parts = (options: Intl.DateTimeFormatOptions) =>
    new Date(at * 1000).toLocaleString('en-GB', { timeZone, hour12: false, ...options })
  const time = parts({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
  return `${time} ${unit === 'week' ? parts({ weekday: 'long' }) : parts({ day: 'numeric' })}`
}

function computeCohorts({ questions, answers }: Content, bounds: number[]) {
  const posts = [...questions, ...answers]
  const people = [...new Set(posts.map(({ userId }) => userId))].map((userId) =>
    posts.filter((post) => post.userId === userId).map(({ at }) => at),
  )
  const hasWithin = (times: number[], index: number) =>
    times.some((at) => at >= bounds[index]! && at < bounds[index + 1]!)
  return bounds.slice(0, -1).map((from, index) => {
    const cohort = people.filter(
      (times) => hasWithin(times, index) && Math.min(...times) >= bounds[index]!,
    )
    const later = Array.from({ length: bounds.length - 2 - index }, (_, n) => index + 1 + n)
    return {
      from,
      people: cohort.length,
      returned: later.map((n) => cohort.filter((times) => hasWithin(times, n)).length),
    }
  })
}

type Case = { name: string; openedAt: number; decidedAt: number | null; decider: string | null }

async function readCases() {
  const { rows } = await site.db.execute<Case & { outcome: string | null }>(sql`
    select case when question_id is null then 'flagged_user' else 'flagged_post' end as name,
      extract(epoch from created_at)::float as "openedAt", extract(epoch from decided_at)::float as "decidedAt",
      decided_by::text as decider, '' as outcome from flag_cases
    union all select 'queued_post', extract(epoch from created_at)::float, extract(epoch from decided_at)::float,
      decided_by::text, outcome from held_posts
    union all select 'suggested_post_edit', extract(epoch from created_at)::float, extract(epoch from decided_at)::float,
      decided_by::text, '' from suggestions`)
  return rows.filter(({ outcome }) => outcome !== 'withdrawn')
}

function computeReview(cases: Case[], from: number, to: number) {
  const isWithin = (at: number | null) => at !== null && at >= from && at < to
  const decided = cases.filter(({ decidedAt }) => isWithin(decidedAt))
  const waits = decided.map(({ openedAt, decidedAt }) => Math.round(decidedAt! - openedAt))
  return {
    opened: cases.filter(({ openedAt }) => isWithin(openedAt)).length,
    decided: decided.length,
    median: percentile(waits, 0.5),
    p90: percentile(waits, 0.9),
  }
}

/** An hour earlier or later when the clock has changed. */
function midnightNear(at: number) {
  const isMidnight = (time: number) =>
    new Date(time * 1000).toLocaleTimeString('en-GB', { timeZone }) === '00:00:00'
  return [at, at - 3600, at + 3600].find(isMidnight)!
}

describe('GET dashboard', () => {
  it('counts open cases and says how old the oldest is', async () => {
    const { open_cases: queues } = await site.as(admin.token).call(getDashboard, {})
    const open = (await readCases()).filter(({ decidedAt }) => decidedAt === null)
    expect(queues.reduce((sum, { count }) => sum + count, 0)).toBe(open.length)
    for (const { name, count, oldest_at: oldest } of queues) {
      const own = open
        .filter((one) => one.name === name)
        .map(({ openedAt }) => Math.round(openedAt))
      expect([count, oldest]).toEqual([own.length, own.length === 0 ? null : Math.min(...own)])
    }
  })
})

describe('GET dashboard/figures', () => {
  it('is null before the first night', async () => {
    expect(await site.as(admin.token).call(getFigures, {})).toBeNull()
  })

  it.each([7, 30, 90, 365] as const)('agrees with the content, for %i days', async (days) => {
    await computeFigures(site.ctx)
    const content = await readContent()
    const figures = (await site.as(admin.token).call(getFigures, { days }))!
    const { from, to } = figures
    expect(midnightNear(to)).toBe(to)
    expect(Math.round((to - from) / 86_400)).toBe(days)
    expect(figures.current).toEqual(compute(content, from, to))
    expect(figures.current.questions).toBeGreaterThan(0)
    const before = midnightNear(from - days * 86_400)
    expect(figures.previous.questions).toBe(compute(content, before, from).questions)
    const starts = [...figures.parts.map((part) => part.from), to]
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(starts[0]).toBe(from)
    for (const [index, { from: start, ...part }] of figures.parts.entries())
      expect(part).toEqual(compute(content, start, starts[index + 1]!))
    const open = content.questions.filter(({ isOpen }) => isOpen)
    expect(figures.unanswered.reduce((sum, { count }) => sum + count, 0)).toBe(open.length)
  })

  it.each([
    [30, 'week', 4],
    [90, 'week', 12],
    [365, 'month', 12],
  ] as const)(
    'agrees with the content on who posts again, for %i days',
    async (days, unit, length) => {
      const { cohorts, to } = (await site.as(admin.token).call(getFigures, { days }))!
      expect(cohorts).toMatchObject({ unit })
      const starts = cohorts!.list.map(({ from }) => from)
      expect(starts).toHaveLength(length)
      for (const start of starts)
        expect(describeStart(start, unit)).toMatch(unit === 'week' ? /00:00 Monday$/ : /00:00 1$/)
      const end = unit === 'week' ? starts.at(-1)! + 7 * 86_400 : starts.at(-1)! + 32 * 86_400
      const bounds = [
        ...starts,
        [...Array(100).keys()]
          .map((hours) => end - hours * 3600)
          .find((at) => /00:00 (Monday|1)$/.test(describeStart(at, unit)))!,
      ]
      expect(bounds.at(-1)).toBeLessThanOrEqual(to)
      expect(cohorts!.list).toEqual(computeCohorts(await readContent(), bounds))
      // Nobody may have started in the last weeks.
      if (unit === 'month') expect(cohorts!.list.some(({ people }) => people > 0)).toBe(true)
    },
  )

  it('has no cohorts for a week', async () => {
    expect((await site.as(admin.token).call(getFigures, { days: 7 }))!.cohorts).toBeNull()
  })

  it.each([7, 30, 90, 365] as const)(
    'agrees with the cases of the review, for %i days',
    async (days) => {
      const figures = (await site.as(admin.token).call(getFigures, { days }))!
      const { from, to } = figures
      const before = midnightNear(from - days * 86_400)
      const cases = await readCases()
      for (const { name, current, previous } of figures.review) {
        const own = cases.filter((one) => one.name === name)
        expect(current).toEqual(computeReview(own, from, to))
        const { p90: _, ...former } = computeReview(own, before, from)
        expect(previous).toEqual(former)
      }
      expect(figures.review.some(({ current }) => current.decided > 0)).toBe(true)
      const decided = cases.filter(
        ({ decidedAt }) => decidedAt !== null && decidedAt >= from && decidedAt < to,
      )
      const counts = new Map(figures.reviewers.map(({ user, decisions }) => [user.id, decisions]))
      expect([...counts.values()].reduce((sum, n) => sum + n, 0)).toBe(decided.length)
      for (const [id, decisions] of counts)
        expect(decisions).toBe(decided.filter(({ decider }) => decider === id).length)
    },
  )

  it('names tags that hardly anyone answers', async () => {
    const figures = (await site.as(admin.token).call(getFigures, { days: 90 }))!
    expect(figures.tags_without_experts.map((tag) => tag.slug_name)).toContain('lonely')
  })

  it('is computed once a day', async () => {
    const first = (await site.as(admin.token).call(getFigures, {}))!
    site.advance(1000)
    await computeFigures(site.ctx)
    expect(await site.as(admin.token).call(getFigures, {})).toEqual(first)
    site.advance(day)
    await computeFigures(site.ctx)
    const next = (await site.as(admin.token).call(getFigures, {}))!
    expect(next.computed_at).toBeGreaterThan(first.computed_at)
    site.advance(-day - 1000)
  })

  it('is for admins', async () => {
    const moderator = await aUser(site.ctx, { role: 'moderator' })
    expect((await rejectionOf(site.as(moderator.token).call(getFigures, {}))).status).toBe(403)
    expect((await rejectionOf(site.as(moderator.token).call(getDashboard, {}))).status).toBe(403)
  })
})

describe('GET dashboard', () => {
  it('counts what readers see, and describes the installation', async () => {
    const { questions, answers } = await readContent()
    const dashboard = await site.as(admin.token).call(getDashboard, {})
    expect(dashboard).toMatchObject({
      question_count: questions.length,
      unanswered_count: questions.filter(({ isOpen }) => isOpen).length,
      answer_count: expect.any(Number) as number,
      is_estimate: false,
      smtp: 'not_configured',
      https: false,
      time_zone: timeZone,
      login_required: false,
    })
    expect(dashboard.answer_count).toBeGreaterThanOrEqual(answers.length)
    expect(dashboard.database_version).toMatch(/^\d+/)
    expect(dashboard.go_version).toBe(process.version)
  })
})

it('takes the same few statements, whatever the site contains', async () => {
  const count = async (path: string) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const response = await site.app.inject({ url: path, headers })
    expect(response.statusCode).toBe(200)
    return Number(response.headers['x-sql-count'])
  }
  // One of them is that of the session, one the names of reviewers.
  expect(await count(getFigures.path)).toBe(3)
  expect(await count(listFirstSteps.path)).toBe(2)
  // Open cases of four queues, and all of them together; the content was counted before.
  expect(await count(getDashboard.path)).toBe(6)
})
