// Queues mails for everyone who follows a question or a tag. FAN_OUT_FOLLOWERS=100000 is the full size.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueNewQuestion } from '../src/features/community/mails/new-questions.actions.ts'
import { queueMails } from '../src/features/community/mails/queueing.actions.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { transact } from '../src/kernel/transact.ts'
import { aSite, type TestSite } from './site.ts'

const followers = Number(process.env['FAN_OUT_FOLLOWERS'] ?? 5000)

let site: TestSite
let questionId: string
let eventId: string

beforeAll(async () => {
  site = await aSite()
  const asker = await aUser(site.ctx)
  questionId = (await aQuestion(site.as(asker.token), { tags: ['busy'] })).id
  await site.db.execute(sql`
    with added as (
      insert into users (username, display_name, email, created_at, activated_at, mails_followed_tags)
      select 'follower-' || n, 'Follower ' || n, 'follower-' || n || '@example.org', now(), now(), true
      from generate_series(1, ${followers}) n returning id)
    insert into follows (user_id, object_id, created_at)
    select added.id, object.id, now() from added
    cross join (select ${questionId}::bigint as id union all select id from tags where slug_name = 'busy') object`)
  const { rows } = await site.db.execute<{ id: string }>(sql`
    insert into notification_events (kind, object_id, source_id, actor_id, receiver_id, created_at)
    values ('answer_the_question', ${questionId}::bigint, 1, ${asker.id}::bigint, 0, now()) returning id::text`)
  eventId = rows[0]?.id ?? ''
  await site.db.execute(sql`
    insert into notifications (user_id, kind, tab, object_id, first_event_id, last_event_id, reason, updated_at)
    select user_id, 'answer_the_question', 'posts', object_id, ${eventId}::bigint, ${eventId}::bigint, 'follower', now()
    from follows where object_id = ${questionId}::bigint`)
  await site.db.execute(sql`analyze users, follows, notifications`)
}, 300_000)
afterAll(() => site.close())

async function measure(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const clear = () =>
  transact(site.ctx, async (tx) => {
    await tx.execute(sql`truncate due_mails, mail_schedules`)
  })

const countDue = async () => {
  const { rows } = await site.db.execute<{ due: number; scheduled: number }>(sql`
    select (select count(*) from due_mails)::int as due, (select count(*) from mail_schedules)::int as scheduled`)
  return rows[0]
}

/** The rows that a mail needs, as fast as the database writes them. */
const bareInsert = () =>
  transact(site.ctx, async (tx) => {
    await tx.execute(sql`
      insert into due_mails (user_id, subject_id, kind, frequency, created_at)
      select user_id, 1, 'followed_questions', 'daily', now() from follows
      where object_id = ${questionId}::bigint order by user_id`)
    await tx.execute(sql`
      insert into mail_schedules (user_id, frequency, due_at, since)
      select user_id, 'daily', now(), now() from follows
      where object_id = ${questionId}::bigint order by user_id`)
  })

it.each([
  ['an event', () => transact(site.ctx, (tx) => queueMails(tx, [eventId]))],
  ['a new question', () => transact(site.ctx, (tx) => queueNewQuestion(tx, questionId))],
])(
  'queueing %s for all followers takes at most three times as long as bare inserts',
  async (name, queue) => {
    const times = { bare: [] as number[], queued: [] as number[] }
    for (let n = 0; n < 4; n++) {
      await clear()
      times.bare.push(await measure(bareInsert))
      await clear()
      times.queued.push(await measure(queue))
    }
    await queue()
    expect(await countDue()).toEqual({ due: followers, scheduled: followers })
    const [bare, queued] = [Math.min(...times.bare), Math.min(...times.queued)]
    console.info(JSON.stringify({ name, followers, bare, queued, ratio: queued / bare }))
    expect(queued / bare).toBeLessThan(3)
  },
  300_000,
)
