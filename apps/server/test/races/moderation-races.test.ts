import { ApiError, type Client } from '@stoa/contract/client'
import { postAnswer, recoverAnswer } from '@stoa/contract/features/answers'
import { addComment, recoverComment } from '@stoa/contract/features/comments'
import { operateQuestion, recoverQuestion, reopenQuestion } from '@stoa/contract/features/questions'
import { moderationSettings } from '@stoa/contract/settings/moderation'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runChecks } from '../../src/features/admin/doctor/doctor.actions.ts'
import { restoreVotes, reverseVotes } from '../../src/features/content/votes/reversal.actions.ts'
import { aQuestion } from '../../src/features/content/questions/questions.factory.ts'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { changeSettings } from '../../src/kernel/settings.ts'
import { transact } from '../../src/kernel/transact.ts'
import { users } from '../../src/schema/users.ts'
import { aSite, type TestSite } from '../site.ts'
import { racedActions, type RacedAction, type Target } from './moderation-actions.ts'
import { listen } from './socket-client.ts'

/** `STOA_RACE_ROUNDS=200 pnpm test moderation-races` takes about half an hour. */
const rounds = Number(process.env['STOA_RACE_ROUNDS'] ?? 2)
const callerCount = 20
const heldWord = 'lottery'

let site: TestSite
let asCaller: (token: string) => Client
const clients: Record<'member' | 'staff', Client[]> = { member: [], staff: [] }
const memberIds: string[] = []
let author: Client
let concernedId: string

beforeAll(async () => {
  site = await aSite()
  site.ctx.limits.take = async () => {}
  asCaller = await listen(site)
  for (let n = 0; n < callerCount; n++) {
    const member = await aUser(site.ctx, { name: `Member ${n}` })
    memberIds.push(member.id)
    clients.member.push(asCaller(member.token))
    const moderator = await aUser(site.ctx, { name: `Moderator ${n}`, role: 'moderator' })
    clients.staff.push(asCaller(moderator.token))
  }
  author = asCaller((await aUser(site.ctx, { name: 'Author' })).token)
  concernedId = (await aUser(site.ctx, { name: 'Concerned' })).id
  await transact(site.ctx, async (tx) => {
    await changeSettings(tx, moderationSettings, { hold_words: [heldWord] })
    await changeSettings(tx, writeSettings, { flag_pause_ignored: 0 })
  })
  await givePoints()
})
afterAll(() => site.close())

/** Enough to vote and to suggest, but not to edit without review; from the ledger, which the doctor checks. */
async function givePoints() {
  const { id } = await aQuestion(author)
  for (const userId of memberIds) {
    await site.db.execute(sql`
      insert into reputation_entries (user_id, kind, change, points, object_id, by_user_id, day, created_at)
      values (${userId}, 'answer.accept', 'given', 200, ${id}, ${userId}, now(), now())`)
    await site.db.update(users).set({ points: 200 }).where(eq(users.id, userId))
  }
}

async function createTarget(previous: string): Promise<Target> {
  const { id: questionId } = await aQuestion(author, { title: `Target ${Math.random()}` })
  const { info } = await author.call(postAnswer, {
    question_id: questionId,
    content: `Twice a week, ${Math.random()}.`,
  })
  const { comment_id: commentId } = await author.call(addComment, {
    object_id: questionId,
    original_text: `In which jar, ${Math.random()}?`,
  })
  const aHeldQuestion = () =>
    aQuestion(author, { content: `Is the ${heldWord} fair? ${Math.random()}` })
  return {
    questionId,
    otherQuestionId: previous,
    answerId: info.id,
    commentId,
    userId: concernedId,
    heldId: (await aHeldQuestion()).id,
    otherHeldId: (await aHeldQuestion()).id,
  }
}

/** Rejections are part of a race. Server errors fail the test. */
async function attempt(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof ApiError && error.envelope.status < 500) return false
    throw error
  }
}

function race({ by, call }: RacedAction, target: Target) {
  return Promise.all(clients[by].map((client, caller) => attempt(call(client, target, caller))))
}

async function countDeadlocks() {
  await site.db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await site.ctx.db.execute<{ deadlocks: string }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  )
  return Number(rows[0]?.deadlocks)
}

it(
  `${Object.keys(racedActions).length} actions of ${callerCount} callers at once leave everything consistent`,
  { timeout: 120_000 + rounds * 60_000 },
  async () => {
    const done: Record<string, number> = {}
    let target = await createTarget((await aQuestion(author)).id)
    for (let round = 0; round < rounds; round++) {
      target = await createTarget(target.questionId)
      for (const [name, action] of Object.entries(racedActions)) {
        // Captchas are for those who delete or flag in quick succession.
        site.advance(6_000)
        const results = await race(action, target)
        done[name] = (done[name] ?? 0) + results.filter(Boolean).length
        await reset(target)
      }
      await raceReversals(target)
    }
    expect(Object.entries(done).filter(([, count]) => count === 0)).toEqual([])
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
    expect(await countDeadlocks()).toBe(0)
  },
)

/** So that the next action has something to act on. */
async function reset({ questionId, answerId, commentId }: Target) {
  const [staff] = clients.staff
  if (staff === undefined) return
  await staff.call(recoverQuestion, { question_id: questionId })
  await staff.call(recoverAnswer, { answer_id: answerId })
  await staff.call(recoverComment, { comment_id: commentId })
  await attempt(staff.call(reopenQuestion, { question_id: questionId }))
  for (const operation of ['unlock', 'unpin', 'show'] as const)
    await staff.call(operateQuestion, { id: questionId, operation })
}

/** The site reverses and restores votes while members vote. */
async function raceReversals(target: Target) {
  const some = memberIds.slice(0, 5)
  await Promise.all([
    race(racedActions['vote']!, target),
    transact(site.ctx, (tx) => reverseVotes(tx, some)),
    transact(site.ctx, (tx) => restoreVotes(tx, some)),
    transact(site.ctx, (tx) => reverseVotes(tx, memberIds)),
  ])
}
