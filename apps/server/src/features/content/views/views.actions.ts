import { sql } from 'drizzle-orm'
import { createHmac } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import { networkOf, isBot } from '../../../kernel/requests.ts'
import type { Caller } from '../../../kernel/route.ts'
import type { Actor } from '../../../kernel/rules.ts'
import type { View } from '../../../kernel/services.ts'

/** A full batch is flushed at once. */
const batchSize = 1_000
/** While the database is down, further views are dropped. */
const maxQueued = 5 * batchSize
const windowHours = 24

/** Queues a view, which is written later in a batch. Bots are not counted. */
export function recordView(
  ctx: Context,
  questionId: string,
  actor: Actor | null,
  caller: Pick<Caller, 'ip' | 'userAgent'>,
) {
  if (isBot(caller.userAgent)) return
  const { views } = ctx.viewQueue
  // Hashed and stored: another prefix would count every member's next view twice.
  const reader = actor === null ? networkOf(caller.ip) : `person ${actor.id}`
  enqueue(views, { questionId, reader })
  if (views.size !== batchSize) return
  flushViews(ctx).catch((error: unknown) =>
    ctx.log.error({ err: error }, 'view count flush failed'),
  )
}

/** Flushes run one after the other. Views of a failed flush are queued again. */
export async function flushViews(ctx: Context) {
  const queue = ctx.viewQueue
  const flush = queue.flushing.then(async () => {
    const views = [...queue.views.values()]
    queue.views.clear()
    try {
      if (views.length > 0) await writeViews(ctx, views)
    } catch (error) {
      for (const view of views) enqueue(queue.views, view)
      throw error
    }
  })
  queue.flushing = flush.catch(() => {})
  await flush
}

function enqueue(views: Map<string, View>, view: View) {
  if (views.size < maxQueued) views.set(`${view.questionId} ${view.reader}`, view)
}

/**
 * Counts readers who have not seen the question within 24 hours. Rows are written and questions locked in a fixed
 * order, to prevent deadlocks.
 */
async function writeViews(ctx: Context, views: readonly View[]) {
  const key = await ctx.deriveKey('views')
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - windowHours * 3_600_000)
  const readerHashes = views.map(({ reader }) => hashReader(key, reader))
  await ctx.autocommit.execute(sql`
    with batch as (
      select distinct question_id, reader
      from unnest(${toArray(views.map(({ questionId }) => questionId))}::bigint[],
        ${toArray(readerHashes)}::bigint[]) as t (question_id, reader)
    ), new_views as (
      insert into question_views (question_id, reader, seen_at)
      select question_id, reader, ${now.toISOString()}::timestamptz from batch order by question_id, reader
      on conflict (question_id, reader) do update set seen_at = excluded.seen_at
      where question_views.seen_at <= ${since.toISOString()}::timestamptz
      returning question_id
    ), counted as (
      select question_id as id, count(*) as views from new_views group by 1
    ), locked as (
      select id from questions where id in (select id from counted) order by id for no key update
    )
    update questions set view_count = view_count + counted.views
    from counted join locked using (id) where questions.id = counted.id`)
}

/** A PostgreSQL array literal: one parameter for any number of ids. */
function toArray(ids: readonly string[]) {
  return `{${ids.join(',')}}`
}

/** A keyed hash tells readers apart without identifying them. */
function hashReader(key: Buffer, reader: string) {
  return String(createHmac('sha256', key).update(reader).digest().readBigInt64BE())
}
