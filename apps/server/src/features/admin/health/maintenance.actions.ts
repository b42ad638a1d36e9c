import type { MaintenanceFinding, MaintenanceKind } from '@stoa/contract/features/health'
import { and, eq, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { transact } from '../../../kernel/transact.ts'
import { maintenanceRuns } from '../../../schema/maintenance.ts'
import { recordSiteAction } from '../../community/staff-log/staff-log.actions.ts'
import { isReplaceable, maxAttempts } from './maintenance.rules.ts'

export type MaintenanceRow = typeof maintenanceRuns.$inferSelect

type Start = { kind: MaintenanceKind; repairs: boolean }

/** Only one of a kind runs; the unique index says so to a request that comes at the same moment. */
export async function startMaintenance(tx: Tx, actor: Actor, { kind, repairs }: Start) {
  const [running] = await tx
    .select()
    .from(maintenanceRuns)
    .where(and(eq(maintenanceRuns.kind, kind), eq(maintenanceRuns.state, 'running')))
    .for('no key update')
  if (running !== undefined) {
    if (!isReplaceable(running, tx.now)) return failRunning()
    await endRun(tx, running.id, 'interrupted')
  }
  const [row] = await tx
    .insert(maintenanceRuns)
    .values({ kind, repairs, startedBy: actor.id, startedAt: tx.now, touchedAt: tx.now })
    .onConflictDoNothing()
    .returning({ id: maintenanceRuns.id })
  if (row === undefined) return failRunning()
  await recordSiteAction(tx, {
    actorId: actor.id,
    action: kind === 'doctor' ? 'run_doctor' : 'rebuild_search',
    after: kind === 'doctor' ? { repairs } : {},
  })
  await tx.emit('maintenance.started', { runId: row.id })
}

function failRunning(): never {
  return fail('maintenance.running', { hint: { err_type: 'toast' } })
}

/** Null when there is nothing to do: the run has ended, or was taken up too often. */
export async function takeUpRun(ctx: Context, id: string): Promise<MaintenanceRow | null> {
  return await transact(ctx, async (tx) => {
    const run = await lockRun(tx, id)
    if (run === null) return null
    if (run.attempts >= maxAttempts) {
      await endRun(tx, id, 'failed')
      return null
    }
    const attempts = run.attempts + 1
    await tx
      .update(maintenanceRuns)
      .set({ attempts, touchedAt: tx.now })
      .where(eq(maintenanceRuns.id, id))
    return { ...run, attempts }
  })
}

/** Null if it has ended, for example because another run replaced it. */
async function lockRun(tx: Tx, id: string): Promise<MaintenanceRow | null> {
  const [run] = await tx
    .select()
    .from(maintenanceRuns)
    .where(and(eq(maintenanceRuns.id, id), eq(maintenanceRuns.state, 'running')))
    .for('no key update')
  return run ?? null
}

export type Progress = {
  /** `done` as it was when the step began: of two jobs with the same run, one continues. */
  from: number
  done: number
  total: number
  step: string
  finding: MaintenanceFinding | null
}

/** False if the job has to stop. With each step that is done, the attempts start over. */
export async function saveProgress(ctx: Context, run: MaintenanceRow, progress: Progress) {
  const { from, done, total, step, finding } = progress
  return await transact(ctx, async (tx) => {
    const current = await lockRun(tx, run.id)
    if (current === null || current.done !== from) return false
    const findings = finding === null ? current.findings : [...current.findings, finding]
    await tx
      .update(maintenanceRuns)
      .set({
        done,
        total,
        step,
        findings,
        touchedAt: tx.now,
        attempts: done > from ? 1 : current.attempts,
      })
      .where(eq(maintenanceRuns.id, run.id))
    return true
  })
}

export async function touchRun(ctx: Context, id: string) {
  await ctx.autocommit
    .update(maintenanceRuns)
    .set({ touchedAt: ctx.clock.now() })
    .where(and(eq(maintenanceRuns.id, id), eq(maintenanceRuns.state, 'running')))
}

export async function finishRun(ctx: Context, id: string) {
  await transact(ctx, async (tx) => {
    if ((await lockRun(tx, id)) !== null) await endRun(tx, id, 'done')
  })
}

async function endRun(tx: Tx, id: string, state: 'done' | 'interrupted' | 'failed') {
  await tx
    .update(maintenanceRuns)
    .set({
      state,
      endedAt: tx.now,
      step: sql`case when ${state}::text = 'done' then '' else step end`,
    })
    .where(eq(maintenanceRuns.id, id))
}
