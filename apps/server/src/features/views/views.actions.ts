import { sql } from 'drizzle-orm'
import { createHmac } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { networkOf } from '../../kernel/network.ts'
import type { Caller } from '../../kernel/route.ts'
import type { Actor } from '../../kernel/rules.ts'
import { siteKey } from '../../kernel/site-key.ts'
import { isBot } from '../../kernel/user-agents.ts'

type View = { questionId: string; reader: string }

/** Views that wait to be written, each once, and the writing that goes on. */
type Waiting = { views: Map<string, View>; writing: Promise<void> }

const waitingOf = new WeakMap<Context, Waiting>()

/** Written at the latest when there are so many; while they cannot be written, five times as many are held. */
const batch = 1_000
const held = 5 * batch
const hours = 24

/** Notes that someone was shown a question. Costs nothing now: it is written with others a moment later. */
export function noteView(
  ctx: Context,
  questionId: string,
  who: Actor | null,
  caller: Pick<Caller, 'address' | 'userAgent'>,
) {
  if (isBot(caller.userAgent)) return
  const { views } = getWaiting(ctx)
  keep(views, { questionId, reader: who === null ? networkOf(caller.address) : `person ${who.id}` })
  if (views.size !== batch) return
  flushViews(ctx).catch((error: unknown) => ctx.log.error({ err: error }, 'views were not counted'))
}

/** Writes what waits, after what is being written. Views that cannot be written now wait again. */
export async function flushViews(ctx: Context) {
  const waiting = getWaiting(ctx)
  const turn = waiting.writing.then(async () => {
    const views = [...waiting.views.values()]
    waiting.views.clear()
    try {
      if (views.length > 0) await writeViews(ctx, views)
    } catch (error) {
      for (const view of views) keep(waiting.views, view)
      throw error
    }
  })
  waiting.writing = turn.catch(() => {})
  await turn
}

function getWaiting(ctx: Context): Waiting {
  const waiting = waitingOf.get(ctx) ?? { views: new Map(), writing: Promise.resolve() }
  waitingOf.set(ctx, waiting)
  return waiting
}

function keep(views: Map<string, View>, view: View) {
  if (views.size < held) views.set(`${view.questionId} ${view.reader}`, view)
}

/**
 * One statement: those who were not here within a day are written down, and each counts. Everyone writes the rows
 * and locks the questions in the same order.
 */
async function writeViews(ctx: Context, views: readonly View[]) {
  const key = await siteKey(ctx, 'views')
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - hours * 3_600_000)
  const readers = views.map(({ reader }) => hashOf(key, reader))
  await ctx.primary.execute(sql`
    with shown as (
      select distinct question_id, reader
      from unnest(${toArray(views.map(({ questionId }) => questionId))}::bigint[],
        ${toArray(readers)}::bigint[]) as t (question_id, reader)
    ), seen as (
      insert into question_views (question_id, reader, seen_at)
      select question_id, reader, ${now.toISOString()}::timestamptz from shown order by question_id, reader
      on conflict (question_id, reader) do update set seen_at = excluded.seen_at
      where question_views.seen_at <= ${since.toISOString()}::timestamptz
      returning question_id
    ), counted as (
      select question_id as id, count(*) as views from seen group by 1
    ), locked as (
      select id from questions where id in (select id from counted) order by id for no key update
    )
    update questions set view_count = view_count + counted.views
    from counted join locked using (id) where questions.id = counted.id`)
}

/** As the database writes a list of numbers: one parameter, however many there are. */
function toArray(ids: readonly string[]) {
  return `{${ids.join(',')}}`
}

/** A number that tells readers apart and cannot be turned back into who they are. */
function hashOf(key: Buffer, name: string) {
  return String(createHmac('sha256', key).update(name).digest().readBigInt64BE())
}
