import { acceptAnswer } from '@stoa/contract/features/answers'
import { privilegeLevels, privilegeSettings } from '@stoa/contract/settings/people'
import { moderationSettings } from '@stoa/contract/settings/moderation'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { anAnswer } from '../../src/features/content/answers/answers.factory.ts'
import { aQuestion } from '../../src/features/content/questions/questions.factory.ts'
import { runChecks } from '../../src/features/admin/doctor/doctor.actions.ts'
import { columnChecks } from '../../src/features/admin/doctor/doctor.checks.ts'
import { checkVotes } from '../../src/features/community/badges/votes.jobs.ts'
import { remove } from '../../src/features/community/content-moderation/removal.jobs.ts'
import { flushViews } from '../../src/features/content/views/views.actions.ts'
import { changeSettings } from '../../src/kernel/settings.ts'
import { transact } from '../../src/kernel/transact.ts'
import { aPageProcess, type PageProcess } from '../pages.ts'
import { aSite, type TestSite } from '../site.ts'
import {
  heldWord,
  type Operation,
  operation,
  perform,
  smallOperation,
  type World,
} from './operations.ts'
import { aPageReader, pathCount } from './page-reader.ts'

/** `STOA_RANDOM_OPERATIONS=10000 pnpm test random` takes a few minutes. */
const total = Number(process.env['STOA_RANDOM_OPERATIONS'] ?? 2000)
/** Fixed, so that a change fails for what it changed. `STOA_RANDOM_SEED=$RANDOM` tries others. */
const seed = Number(process.env['STOA_RANDOM_SEED'] ?? 7930)
const laneCount = 24
/** Few enough that most cached pages survive a round. */
const perRound = 8

let site: TestSite
let pages: PageProcess
// Fixed, so that no page becomes stale by age, and late, so that pages are stored for days.
const fixedNow = new Date(Date.now() + 365 * 86_400_000)
const fixedClock = { now: () => fixedNow }

beforeAll(async () => {
  site = await aSite()
  pages = await aPageProcess(site.ctx.config, fixedClock)
  // Disables rate limits.
  site.ctx.limits.take = async () => {}
  // Edits of newcomers are suggestions; later they edit directly.
  const custom = Object.fromEntries(
    Object.keys(privilegeLevels).map((name) => [name, name.endsWith('without_review') ? 60 : 1]),
  )
  await transact(site.ctx, (tx) => changeSettings(tx, privilegeSettings, { level: 99, custom }))
  const rules = { hold_words: [heldWord] }
  await transact(site.ctx, (tx) => changeSettings(tx, moderationSettings, rules))
})
afterAll(async () => {
  await pages.close()
  await site.close()
})

it(
  `every counter, reference and ledger is consistent after ${total} concurrent operations`,
  { timeout: 180_000 + total * 300 },
  async () => {
    const operations = fc.sample(operation, { numRuns: total, seed })
    const users = await createUsers()
    const world: World = { questions: [], answers: [], comments: [], tags: [] }
    await askQuestions(world, users)
    const done = { yes: 0, no: 0 }
    const run = async (action: Operation) => {
      site.advance(6_000)
      const user = users[action.actor % users.length]!
      const removeContent = (objectId: string) =>
        remove(site.ctx, { objectId, userId: user.id, reason: 'Spam.' })
      const client = site.as(user.token)
      const awardBadges = () => checkVotes(site.ctx)
      const names = namesOf(users)
      const context = { ...action, client, world, names, removeContent, awardBadges }
      done[(await perform(context)) ? 'yes' : 'no']++
    }
    const lane = async (laneOperations: readonly Operation[]) => {
      for (const action of laneOperations) await run(action)
    }
    const perLane = Array.from({ length: laneCount }, (_, index) =>
      operations.filter((_action, position) => position % laneCount === index),
    )
    await Promise.all(perLane.map(lane)).catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error })
    })
    const summary = `seed ${seed}: ${done.yes} done, ${done.no} rejected`
    process.stdout.write(`${summary}\n`)
    await acceptOneAnswer()
    expect(await runChecks(site.ctx, { repair: false }), summary).toEqual([])
    expect(await listUnusedCounters(), summary).toEqual([])
    await flushViews(site.ctx)
    const reader = aPageReader(pages, world, namesOf(users))
    const small = fc.sample(smallOperation, { numRuns: total / 125, seed })
    for (let start = 0; start < small.length; start += perRound / 2) {
      await reader.readAll()
      await lane(small.slice(start, start + perRound / 2))
    }
    const { hitCount, compared } = await reader.compareAll(summary)
    expect(compared, summary).toBe(pathCount)
    expect(hitCount, summary).toBeGreaterThan(20)
    // Merging tags would invalidate all of them.
    const mixed = fc.sample(operation, { numRuns: total / 80, seed: seed + 1 })
    const sparing = mixed.filter(({ kind }) => kind !== 'mergeTags')
    let storedCount = 0
    for (let start = 0; start < sparing.length; start += perRound) {
      await reader.readAll()
      await lane(sparing.slice(start, start + perRound))
      const restarted = await aPageProcess(site.ctx.config, fixedClock)
      storedCount += await reader.compareStored(restarted)
      await restarted.close()
    }
    expect(storedCount, summary).toBeGreaterThan(20)
    // Most operations must succeed for the test to be meaningful.
    expect(done.yes, summary).toBeGreaterThan(total / 3)
  },
)

/** Enough for the pages that are compared, whatever the seed. */
async function askQuestions(world: World, users: readonly TestUser[]) {
  while (world.questions.length < 60) {
    site.advance(6_000)
    const user = users[world.questions.length % users.length]!
    world.questions.push((await aQuestion(site.as(user.token))).id)
  }
}

/** Few accepted answers stay accepted, and with some seeds none. */
async function acceptOneAnswer() {
  const [asker, answerer] = [await aUser(site.ctx), await aUser(site.ctx, { role: 'moderator' })]
  const client = site.as(asker.token)
  const question = await aQuestion(client)
  const answer = await anAnswer(site.as(answerer.token), question.id)
  await client.call(acceptAnswer, { question_id: question.id, answer_id: answer.id })
}

/** Denormalized columns that no operation has changed. */
async function listUnusedCounters() {
  const unused: string[] = []
  for (const { name, table, column } of columnChecks) {
    const value = sql`${sql.identifier(column)}::text`
    const { rows } = await site.ctx.db.execute(
      sql`select 1 from ${sql.identifier(table)} where ${value} not in ('0', 'false') limit 1`,
    )
    if (rows.length === 0) unused.push(name)
  }
  return unused
}

type TestUser = { id: string; token: string; name: string }

async function createUsers(): Promise<TestUser[]> {
  const users: TestUser[] = []
  for (const [index, role] of [...Array<'user'>(14).fill('user'), 'moderator', 'admin'].entries()) {
    const name = `User ${index}`
    const user = await aUser(site.ctx, { name, role: role as 'user' | 'moderator' | 'admin' })
    users.push(user)
  }
  return users
}

function namesOf(users: readonly TestUser[]) {
  return users.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'))
}
