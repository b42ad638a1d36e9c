// Who hears of what, and how: every occasion is brought about over the API, with one user for each relation.
import { muteQuestion } from '@stoa/contract/features/follows'
import { listNotifications } from '@stoa/contract/features/notifications'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setHoldRules } from '../src/features/community/held-posts/held-posts.factory.ts'
import { notices, type Occasion } from '../src/features/community/notifications/notices.rules.ts'
import { follows } from '../src/schema/follows.ts'
import { dueMails } from '../src/schema/mails.ts'
import { users } from '../src/schema/users.ts'
import { servicePorts } from './databases.ts'
import { waitForJobs } from './jobs.ts'
import { type Cast, createCast, type Relation, relations } from './notice-table/cast.ts'
import { heldWord, scenes, setStage, type Stage } from './notice-table/scenes.ts'
import { openPushService, type PushService } from './push-service.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let service: PushService
let cast: Cast

beforeAll(async () => {
  service = await openPushService()
  const env = { STOA_SMTP_URL: servicePorts().smtp.url, STOA_PUSH_PRIVATE_ENDPOINTS: 'true' }
  site = await aSite({ works: true, env })
  site.ctx.limits.take = async () => {}
  await setHoldRules(site.ctx, { hold_words: [heldWord] })
  cast = await createCast(site, service)
})
afterAll(async () => {
  await site.close()
  await service.close()
})

/** Forgets what the preparations said. */
async function clear() {
  await waitForJobs(site.ctx)
  await site.db.execute(sql`truncate notifications, notification_events, due_mails, mail_schedules`)
  service.received.length = 0
}

async function followWith(questionId: string) {
  const followers = [cast.follower, cast['muting follower'], cast['suspended follower']]
  const createdAt = new Date()
  await site.db
    .insert(follows)
    .values(followers.map(({ id }) => ({ userId: id, objectId: questionId, createdAt })))
  await cast['muting follower'].client.call(muteQuestion, { question_id: questionId })
}

/** How the user hears of it: I in the inbox or the achievements, E by email, P by push message. */
async function readCell(relation: Relation): Promise<string> {
  const { id, path } = cast[relation]
  const mails = await site.db.select().from(dueMails).where(eq(dueMails.userId, id))
  return [
    (await hasNotification(relation)) ? 'I' : '',
    mails.length > 0 ? 'E' : '',
    service.received.some((push) => push.path === path) ? 'P' : '',
  ].join('')
}

async function hasNotification(relation: Relation): Promise<boolean> {
  const { id, client } = cast[relation]
  const isSuspended = relation.startsWith('suspended')
  // Suspended users see their inbox once the suspension ends.
  const setStatus = (status: 'normal' | 'suspended') =>
    site.db.update(users).set({ status }).where(eq(users.id, id))
  if (isSuspended) await setStatus('normal')
  const lists = ['inbox', 'achievement'] as const
  const seen = await Promise.all(lists.map((type) => client.call(listNotifications, { type })))
  if (isSuspended) await setStatus('suspended')
  return seen.some(({ count }) => count > 0)
}

/** Who still has it once the content waits for a moderator again: its author, and staff. */
async function listLeft(): Promise<string> {
  await site.db.execute(sql`update questions set status = 11 where status = 1`)
  const left: Relation[] = []
  for (const relation of relations) if (await hasNotification(relation)) left.push(relation)
  await site.db.execute(sql`update questions set status = 1 where status = 11`)
  return left.join(', ')
}

async function readRow(occasion: Occasion, round: number) {
  const scene = scenes[occasion]
  const stage: Stage = await setStage(cast, round)
  await followWith(stage.questionId)
  const prepared = (await scene.prepare?.(cast, stage)) ?? ''
  await clear()
  await scene.act(cast, stage, prepared)
  await waitForJobs(site.ctx)
  const cells: string[] = []
  for (const relation of relations) cells.push(await readCell(relation))
  return [...cells, await listLeft()]
}

const occasions = Object.keys(notices) as Occasion[]

it('who hears of what is as reviewed', async () => {
  const rows: string[][] = []
  for (const [round, occasion] of occasions.entries())
    rows.push([occasion, ...(await readRow(occasion, round))])
  const head = ['occasion', ...relations, 'left once hidden']
  const toLine = (cells: string[]) => `| ${cells.join(' | ')} |`
  const table = [head, head.map(() => '---'), ...rows].map(toLine).join('\n')
  const legend =
    'I: in the inbox or the achievements. E: by email. P: by push message. Everyone chose all emails and push messages.'
  const text = `# Who hears of what\n\n${legend}\n\n${table}\n`
  await expect(text).toMatchFileSnapshot('notice-table.md')
}, 240_000)
