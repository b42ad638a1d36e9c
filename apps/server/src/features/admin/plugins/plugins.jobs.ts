import { and, eq, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Context, EventName, Tx } from '../../../kernel/context.ts'
import { after, every, within } from '../../../kernel/events.ts'
import { PluginFailure, PluginRejection, siteCaller } from '../../../kernel/plugins.ts'
import { transact } from '../../../kernel/transact.ts'
import { pluginCalls, pluginData, plugins, pluginUserSettings } from '../../../schema/plugins.ts'
import { webhookSources } from '../webhooks/webhook-sources.queries.ts'
import { announceToPlugins, deliverEvent, queueEvents } from './events.actions.ts'
import { sendFaultedMail } from './faulted-mail.actions.ts'
import { deleteUnusedPackages } from './packages.actions.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const keptDays = 90
/** The clock that starts the jobs is not exact. */
const toleranceMs = minuteMs / 2

const announcements = (Object.keys(webhookSources) as EventName[]).map((name) =>
  within(name, (tx, payload) => announceToPlugins(tx, name, payload)),
)

export const pluginListeners = [
  ...announcements,
  after('plugins.due', 'queue', queueEvents),
  after('plugin.event_due', 'deliver', deliverEvent),
  after('plugin.faulted', 'notice-mail', sendFaultedMail),
  within('account.left', deleteUserSettings),
  every('* * * * *', 'run-plugin-jobs', runDueJobs),
  every('37 3 * * *', 'clean-up-plugins', (ctx) => transact(ctx, cleanUp)),
]

/** A failed job runs again when it is due next. */
export async function runDueJobs(ctx: Context) {
  const declared = ctx.plugins
    .list()
    .filter(({ isEnabled }) => isEnabled)
    .flatMap(({ slug, manifest }) => (manifest.server?.jobs ?? []).map((job) => ({ slug, ...job })))
  await Promise.all(
    declared.map(async ({ slug, name, everyMinutes }) => {
      if (!(await claimJob(ctx, { slug, name, everyMinutes }))) return
      await ctx.plugins.call(slug, 'job', { name }, siteCaller(ctx)).catch((error: unknown) => {
        if (!(error instanceof PluginFailure || error instanceof PluginRejection)) throw error
      })
    }),
  )
}

type Job = { slug: string; name: string; everyMinutes: number }

/** One process gets a job that is due. */
async function claimJob({ autocommit, clock }: Context, { slug, name, everyMinutes }: Job) {
  const now = clock.now()
  const due = new Date(now.getTime() - everyMinutes * minuteMs + toleranceMs).toISOString()
  const lastRun = sql`(${plugins.jobRuns} ->> ${name}::text)::timestamptz`
  const rows = await autocommit
    .update(plugins)
    .set({
      jobRuns: sql`${plugins.jobRuns} || jsonb_build_object(${name}::text, ${now.toISOString()}::text)`,
    })
    .where(
      and(
        eq(plugins.slug, slug),
        eq(plugins.enabled, true),
        or(sql`${lastRun} is null`, sql`${lastRun} <= ${due}::timestamptz`),
      ),
    )
    .returning({ slug: plugins.slug })
  return rows.length > 0
}

/** The log of each plugin is limited when it is written. */
async function cleanUp(tx: Tx) {
  const daysAgo = (days: number) => new Date(tx.now.getTime() - days * dayMs)
  await deleteUnusedPackages(tx, daysAgo(1))
  await tx
    .delete(pluginData)
    .where(and(isNotNull(pluginData.expiresAt), lt(pluginData.expiresAt, tx.now)))
  await tx
    .delete(pluginCalls)
    .where(lt(pluginCalls.day, daysAgo(keptDays).toISOString().slice(0, 10)))
}

async function deleteUserSettings(tx: Tx, { userId }: { userId: string }) {
  await tx.delete(pluginUserSettings).where(eq(pluginUserSettings.userId, userId))
}
