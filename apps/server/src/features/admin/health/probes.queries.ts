import { limits } from '@stoa/contract/limits'
import { generalSettings } from '@stoa/contract/settings/site'
import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { mailLog } from '../../../schema/mail.ts'
import { pluginCalls, pluginPackages, plugins } from '../../../schema/plugins.ts'
import { questions } from '../../../schema/posts.ts'
import { processes } from '../../../schema/processes.ts'
import { searchDocuments } from '../../../schema/search.ts'
import { uploads } from '../../../schema/uploads.ts'
import { webhooks } from '../../../schema/webhooks.ts'
import { isListed } from '../../content/shared/posts.visibility.ts'
import { PrivateAddressError, readCertificate } from '../../site/network/outgoing.actions.ts'
import type { Certificate, DatabaseState } from './health.rules.ts'

export async function measureDatabase(db: ReadDb): Promise<DatabaseState> {
  const { rows } = await db.execute<DatabaseState>(sql`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database())::float as size,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "maxConnections",
      (select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float
        from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
          and pid <> pg_backend_pid()) as "transactionAge",
      (select max(age(datfrozenxid))::float / 2147483648 from pg_database) as wraparound`)
  const [row] = rows
  if (row === undefined) throw new Error('measuring the database returned no row')
  return row
}

/** How far the clock of the database is ahead, in seconds. What the round trip took is in doubt and left out. */
export async function measureClock(db: ReadDb): Promise<number> {
  const before = Date.now()
  const { rows } = await db.execute<{ now: number }>(
    sql`select extract(epoch from clock_timestamp())::float * 1000 as now`,
  )
  const after = Date.now()
  const databaseNow = rows[0]?.now ?? after
  if (databaseNow < before) return (databaseNow - before) / 1000
  return Math.max(databaseNow - after, 0) / 1000
}

export async function listProcesses(db: ReadDb) {
  return await db
    .select()
    .from(processes)
    .where(gte(processes.seenAt, sql`now() - interval '1 minute'`))
    .orderBy(processes.startedAt, processes.id)
    .limit(200)
}

/** Of the last day. */
export async function countMails(db: ReadDb, now: Date) {
  const [row] = await db
    .select({
      sent: sql<number>`count(*) filter (where ${mailLog.status} = 'sent')::int`,
      failed: sql<number>`count(*) filter (where ${mailLog.status} = 'failed')::int`,
    })
    .from(mailLog)
    .where(gte(mailLog.createdAt, new Date(now.getTime() - 86_400_000)))
  return { sent: row?.sent ?? 0, failed: row?.failed ?? 0 }
}

/** Failing: the last call failed. Without plugins, no statement. */
export async function listPluginStates({ primary: db, plugins: installed }: Context) {
  if (installed.list().length === 0) return []
  const last = sql`
    select max(last_failure_at) > coalesce(max(last_success_at), '-infinity') as failed
    from ${pluginCalls} lately where lately.slug = plugins.slug and lately.day >= current_date - 1`
  return await db
    .select({
      name: sql<string>`coalesce(${pluginPackages.manifest} ->> 'name', ${plugins.slug})`,
      state: sql<'disabled' | 'active' | 'failing' | 'faulted'>`case
        when ${plugins.fault} is not null then 'faulted'
        when not ${plugins.enabled} then 'disabled'
        when (${last}) then 'failing' else 'active' end`,
    })
    .from(plugins)
    .innerJoin(
      pluginPackages,
      and(eq(pluginPackages.slug, plugins.slug), eq(pluginPackages.version, plugins.version)),
    )
    .where(isNull(plugins.removedAt))
    .orderBy(plugins.slug)
    .limit(limits.plugins.max)
}

export async function countWebhooks(db: ReadDb) {
  const [row] = await db
    .select({
      active: sql<number>`count(*) filter (where ${webhooks.state} = 'active')::int`,
      stopped: sql<number>`count(*) filter (where ${inArray(webhooks.state, ['stopped', 'ended'])})::int`,
    })
    .from(webhooks)
  return { active: row?.active ?? 0, stopped: row?.stopped ?? 0 }
}

const sample = 300
const maxCounted = 100_000
/** Until then, a post may wait for its job. */
const indexDelayMs = 15 * 60_000

/** Compares the oldest and the newest public questions with the index. Large indexes are not counted. */
export async function measureSearch(db: ReadDb, now: Date) {
  const isDue = and(
    isListed(),
    sql`${questions.createdAt} < ${new Date(now.getTime() - indexDelayMs)}`,
  )
  const { rows } = await db.execute<{ documents: number; missing: number }>(sql`
    select
      (select case when counted <= ${maxCounted} then counted
        else greatest(counted, (select reltuples::bigint from pg_class where oid = 'search_documents'::regclass)) end::float
        from (select count(*) as counted from (select 1 from ${searchDocuments} limit ${maxCounted + 1}) found) known) as documents,
      (select count(*)::int from (
        (select id from ${questions} where ${isDue} order by id desc limit ${sample}) union
        (select id from ${questions} where ${isDue} order by id limit ${sample})) as sampled
        where not exists (select 1 from ${searchDocuments} where ${searchDocuments.objectId} = sampled.id)) as missing`)
  return rows[0] ?? { documents: 0, missing: 0 }
}

const uploadsCache = { ttlSeconds: 600 }

export async function measureUploads(ctx: Context) {
  return await ctx.cache.getOrSet('health:uploads', uploadsCache, async () => {
    const [row] = await ctx.db
      .select({
        files: sql<number>`count(*)::int`,
        size: sql<number>`coalesce(sum(${uploads.bytes}), 0)::float`,
        unreachable: sql<number>`(count(*) filter (where ${uploads.store} is not null and not ${plugins.enabled}))::int`,
      })
      .from(uploads)
      .leftJoin(plugins, eq(plugins.slug, uploads.store))
    return row ?? { files: 0, size: 0, unreachable: 0 }
  })
}

/** Only that of the site itself. */
export async function measureCertificate(ctx: Context, timeoutMs: number): Promise<Certificate> {
  const { site_url: url } = ctx.settings.get(generalSettings)
  if (URL.parse(url)?.protocol !== 'https:') return { state: 'no_https' }
  const allowsPrivate = ctx.config.push_private_endpoints
  try {
    const { error, until } = await readCertificate(url, { allowsPrivate, timeoutMs })
    const isExpired = until.getTime() <= Date.now()
    if (error !== null && !isExpired) return { state: 'invalid', error }
    return { state: 'valid', until: Math.floor(until.getTime() / 1000) }
  } catch (error) {
    return { state: error instanceof PrivateAddressError ? 'private' : 'unreachable' }
  }
}
