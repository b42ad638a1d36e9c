import type { ListedPlugin, PluginDetail, PluginLogEntry } from '@stoa/contract/features/plugins'
import { limits } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import { Manifest } from '@stoa/plugin-kit/manifest'
import { compareVersions } from '@stoa/plugin-kit/versions'
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import { pluginCalls, pluginLog, pluginPackages, plugins } from '../../../schema/plugins.ts'
import { users } from '../../../schema/users.ts'
import { countFiles } from '../../content/uploads/moving.actions.ts'
import { findInstalled } from './packages.actions.ts'
import { describe, listNewPermissions, stateOf } from './plugins.rules.ts'

type StoredVersion = { version: string; manifest: object; size: number; at: string }

function selectPlugins(db: ReadDb, condition: SQL | undefined, today: string) {
  const use = sql`
    select coalesce(sum(calls), 0)::int as calls, coalesce(sum(failures), 0)::int as failures,
      max(last_success_at) as last_success_at, max(last_failure_at) as last_failure_at,
      coalesce((array_agg(last_error order by last_failure_at desc nulls last))[1], '') as last_error
    from ${pluginCalls} lately
    where lately.slug = plugins.slug and lately.day >= ${today}::date - 1`
  return db
    .select({
      row: plugins,
      installedBy: users.displayName,
      versions: sql<StoredVersion[]>`(
        select json_agg(json_build_object('version', version, 'manifest', manifest, 'size', size,
          'at', extract(epoch from created_at)::bigint::text) order by created_at desc, id desc)
        from ${pluginPackages} stored where stored.slug = plugins.slug)`,
      calls: sql<number>`use.calls`,
      failures: sql<number>`use.failures`,
      lastSuccessAt: sql<string | null>`use.last_success_at`,
      lastFailureAt: sql<string | null>`use.last_failure_at`,
      lastError: sql<string>`use.last_error`,
    })
    .from(plugins)
    .leftJoin(users, eq(users.id, plugins.installedBy))
    .crossJoinLateral(sql`(${use}) as use`)
    .where(and(isNull(plugins.removedAt), condition))
    .orderBy(asc(plugins.slug))
    .limit(limits.plugins.max)
}

type Row = Awaited<ReturnType<typeof selectPlugins>>[number]

const toDate = (text: string | null) => (text === null ? null : new Date(text))

function toListed(ctx: Context, found: Row) {
  const { row, versions, calls, failures } = found
  const current = versions.find(({ version }) => version === row.version)
  const manifest = Manifest.parse(current?.manifest)
  const newest = versions.reduce((best, one) =>
    compareVersions(one.version, best.version) > 0 ? one : best,
  )
  const isOutdated = compareVersions(newest.version, row.version) > 0
  const dates = {
    lastSuccessAt: toDate(found.lastSuccessAt),
    lastFailureAt: toDate(found.lastFailureAt),
  }
  const listed: ListedPlugin = {
    ...describe(manifest, current?.size ?? 0),
    enabled: row.enabled,
    state: stateOf(row, { calls, failures, ...dates }),
    have_config: manifest.settings.length > 0,
    newer_version: isOutdated ? newest.version : '',
    new_permissions: isOutdated
      ? listNewPermissions(Manifest.parse(newest.manifest), manifest)
      : [],
    calls,
    failures,
    ms_per_call: msPerCall(ctx, row.slug),
  }
  return { listed, dates }
}

function msPerCall({ plugins: running }: Context, slug: string) {
  const { calls, totalMs } = running.use(slug)
  return calls === 0 ? 0 : totalMs / calls
}

type Filter = {
  status: '' | 'all' | 'active' | 'inactive' | 'outdated'
  have_config: '' | 'true' | 'false'
}

export async function listPlugins(ctx: Context, filter: Filter): Promise<ListedPlugin[]> {
  const rows = await selectPlugins(ctx.primary, undefined, todayOf(ctx))
  return rows
    .map((row) => toListed(ctx, row).listed)
    .filter(({ enabled, newer_version, have_config }) => {
      const isWithConfig = filter.have_config === '' || String(have_config) === filter.have_config
      if (filter.status === 'active') return isWithConfig && enabled
      if (filter.status === 'inactive') return isWithConfig && !enabled
      return isWithConfig && (filter.status !== 'outdated' || newer_version !== '')
    })
}

const todayOf = ({ clock }: Context) => clock.now().toISOString().slice(0, 10)

export async function getPlugin(ctx: Context, slug: string): Promise<PluginDetail> {
  const [found] = await selectPlugins(ctx.primary, eq(plugins.slug, slug), todayOf(ctx))
  if (found === undefined) return fail('plugin.not_found')
  const { row, versions, calls, failures } = found
  const { listed, dates } = toListed(ctx, found)
  const storesFiles = row.enabled && listed.permissions.some(({ name }) => name === 'store_files')
  return {
    ...listed,
    files: storesFiles ? await measureFiles(ctx, row) : null,
    installed_at: toUnix(row.installedAt),
    installed_by: found.installedBy ?? '',
    fault: row.fault ?? '',
    max_faults: limits.plugins.faults,
    versions: versions.map(({ version, size, at }) => ({
      version,
      size,
      stored_at: Number(at),
      is_current: version === row.version,
    })),
    health: {
      calls,
      failures,
      last_success_at: toUnix(dates.lastSuccessAt),
      last_failure_at: toUnix(dates.lastFailureAt),
      last_error: found.lastError,
      ms_per_call: listed.ms_per_call,
      memory_bytes: ctx.plugins.use(slug).memoryBytes,
    },
  }
}

async function measureFiles(ctx: Context, { slug, takesFiles }: Row['row']) {
  const places = await countFiles(ctx)
  const [stored, onDisk] = [slug, null].map((name) => places.find(({ store }) => store === name))
  return {
    takes_new: takesFiles,
    stored: stored?.files ?? 0,
    stored_bytes: stored?.bytes ?? 0,
    on_disk: onDisk?.files ?? 0,
    on_disk_bytes: onDisk?.bytes ?? 0,
  }
}

/** With its stored settings, secrets encrypted. */
export async function findConfigured(db: ReadDb, slug: string) {
  const [row] = await db
    .select({ row: plugins, manifest: pluginPackages.manifest })
    .from(plugins)
    .innerJoin(
      pluginPackages,
      and(eq(pluginPackages.slug, plugins.slug), eq(pluginPackages.version, plugins.version)),
    )
    .where(and(eq(plugins.slug, slug), isNull(plugins.removedAt)))
  return row === undefined
    ? fail('plugin.not_found')
    : { ...row.row, manifest: Manifest.parse(row.manifest) }
}

type LogPage = { plugin_slug_name: string; page: number; page_size: number }

export async function listLog(
  db: ReadDb,
  { plugin_slug_name: slug, ...paging }: LogPage,
): Promise<Page<PluginLogEntry>> {
  if ((await findInstalled(db, slug)) === null) fail('plugin.not_found')
  const { count, rows } = await readPageWithCappedCount(
    db,
    () => db.select().from(pluginLog).where(eq(pluginLog.slug, slug)).$dynamic(),
    [desc(pluginLog.id)],
    paging,
  )
  const list = rows.map(({ id, at, level, version, message }) => {
    return { id, at: toUnix(at), level, version, message }
  })
  return { count, list }
}
