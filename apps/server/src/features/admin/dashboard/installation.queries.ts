import type { ResponseOf } from '@stoa/contract/endpoint'
import type { getDashboard } from '@stoa/contract/features/dashboard'
import { loginSettings } from '@stoa/contract/settings/people'
import { generalSettings, interfaceSettings } from '@stoa/contract/settings/site'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { revision, version } from '../../../kernel/release.ts'
import { type Actor, requiredReputation } from '../../../kernel/rules.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { uploads } from '../../../schema/uploads.ts'
import { users } from '../../../schema/users.ts'
import { votes } from '../../../schema/votes.ts'
import { countQueues } from '../../community/review/counts.queries.ts'
import { isListed, isUnanswered } from '../../content/shared/posts.visibility.ts'
import { findNewestRelease } from './newest-release.queries.ts'
import { listOpenCases } from './review.queries.ts'

type Dashboard = ResponseOf<typeof getDashboard>

const cachePolicy = { ttlSeconds: 600 }
/** More rows are not counted: that would take seconds. */
const maxCounted = 100_000

export async function describeInstallation(ctx: Context, actor: Actor): Promise<Dashboard> {
  const content = await ctx.cache.getOrSet('dashboard:content', cachePolicy, () =>
    measureContent(ctx.db),
  )
  const required = requiredReputation(ctx.settings)
  const queues = await countQueues(ctx.db, { actor, required, now: ctx.clock.now() })
  const { question_count: total, resolved_count: resolved, unanswered_count: unanswered } = content
  return {
    ...content,
    resolved_rate: toPercent(resolved, total),
    unanswered_rate: toPercent(unanswered, total),
    open_cases: await listOpenCases(ctx.db),
    report_count: queues.reduce((sum, { count }) => sum + count, 0),
    uploading_files: true,
    smtp: ctx.mailer.isConfigured() ? 'enabled' : 'not_configured',
    https: ctx.settings.get(generalSettings).site_url.startsWith('https://'),
    time_zone: ctx.settings.get(interfaceSettings).time_zone,
    app_start_time: String(Math.floor(process.uptime())),
    version_info: {
      version,
      revision,
      remote_version: (await findNewestRelease(ctx))?.version ?? '',
    },
    login_required: ctx.settings.get(loginSettings).login_required,
    go_version: process.version,
  }
}

function toPercent(part: number, total: number) {
  return total === 0 ? '0.00' : ((100 * part) / total).toFixed(2)
}

type Content = Pick<
  Dashboard,
  | 'question_count'
  | 'resolved_count'
  | 'unanswered_count'
  | 'answer_count'
  | 'comment_count'
  | 'vote_count'
  | 'user_count'
  | 'is_estimate'
  | 'occupying_storage_space'
  | 'database_version'
  | 'database_size'
>

async function measureContent(db: ReadDb): Promise<Content> {
  // Counts end at the limit. A partial index knows how many rows its condition has.
  const { rows } = await db.execute<Content & { resolved_share: number }>(sql`
    select
      ${countRows(sql`${questions} where ${isListed()}`, 'questions_newest')} as question_count,
      ${countRows(sql`${questions} where ${isUnanswered()}`, 'questions_unanswered')} as unanswered_count,
      ${countRows(sql`${answers} where ${answers.status} = 1`, 'answers_best')} as answer_count,
      ${countRows(sql`${comments} where ${comments.status} = 1`, 'comments')} as comment_count,
      ${countRows(sql`${votes}`, 'votes')} as vote_count,
      ${countRows(sql`${users} where ${users.status} <> 'deleted'`, 'users')} as user_count,
      (select coalesce(avg((accepted_answer_id is not null)::int), 0)::float from (
        select accepted_answer_id from ${questions} where ${isListed()} limit ${maxCounted}) sample) as resolved_share,
      (select pg_size_pretty(coalesce(sum(${uploads.bytes}), 0)::bigint) from ${uploads}) as occupying_storage_space,
      current_setting('server_version') as database_version,
      pg_size_pretty(pg_database_size(current_database())) as database_size`)
  const [row] = rows
  if (row === undefined) throw new Error('counting the content returned no row')
  const { resolved_share: share, ...content } = row
  const counts = [content.question_count, content.answer_count, content.comment_count]
  return {
    ...content,
    resolved_count: Math.round(content.question_count * share),
    is_estimate: [...counts, content.vote_count, content.user_count].some((n) => n > maxCounted),
  }
}

function countRows(from: ReturnType<typeof sql>, relation: string) {
  return sql`(select case when counted <= ${maxCounted} then counted
    else greatest(counted, (select reltuples::bigint from pg_class where oid = ${relation}::regclass)) end::int
    from (select count(*) as counted from (select 1 from ${from} limit ${maxCounted + 1}) found) known)`
}
