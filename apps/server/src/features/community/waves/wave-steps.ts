import type { WaveState } from '@stoa/contract/features/waves'
import { eq, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { transact } from '../../../kernel/transact.ts'
import { waves } from '../../../schema/waves.ts'
import { findStaff } from '../user-moderation/staff.queries.ts'
import { lockWave, type WaveRow } from './waves.actions.ts'

/** Changes one post or account. False if there is nothing to change any more. */
type Step = (tx: Tx, actor: Actor, id: string) => Promise<boolean>

/** A step for each id that is left. */
type Pass = { listIds: () => Promise<string[]>; step: Step }
/** Changes some rows that are not counted. Repeated until it returns 0. */
type Batches = { runBatch: (tx: Tx) => Promise<number> }

export type WaveJob = {
  waveId: string
  /** The job ends when the wave is in another one. */
  state: WaveState
  /** In this order. */
  passes: (Pass | Batches)[]
  /** Counts what is left. */
  prepare: (tx: Tx) => Promise<number>
  finish: (tx: Tx, actor: Pick<Actor, 'id'>, wave: WaveRow, isComplete: boolean) => Promise<void>
}

/** In one transaction: fewer commits and page invalidations, and still short enough that nobody waits long for a lock. */
const stepsAtOnce = 20

/**
 * Works through everything in short transactions, so that a restart continues. Looks again at the end, because posts may have
 * joined the wave meanwhile.
 */
export async function runWaveJob(ctx: Context, job: WaveJob) {
  const [wave] = await ctx.primary.select().from(waves).where(eq(waves.id, job.waveId))
  if (wave?.state !== job.state || wave.decidedBy === null) return
  const actor = await findStaff(ctx, wave.decidedBy)
  for (let changed = 1; ;) {
    const canContinue = actor !== null && changed > 0
    const hasMore = await prepareOrFinish(ctx, job, canContinue)
    if (!hasMore || actor === null) return
    changed = 0
    for (const pass of job.passes) {
      const result = await runPass(ctx, job, actor, pass)
      if (result === 'ended') return
      changed += result
    }
  }
}

async function runPass(ctx: Context, job: WaveJob, actor: Actor, pass: Pass | Batches) {
  if ('runBatch' in pass) return await runBatches(ctx, job, pass)
  const ids = await pass.listIds()
  let changed = 0
  for (let at = 0; at < ids.length; at += stepsAtOnce) {
    const result = await runSteps(ctx, job, actor, {
      ids: ids.slice(at, at + stepsAtOnce),
      step: pass.step,
    })
    if (result === 'ended') return result
    changed += result
  }
  return changed
}

async function runBatches(ctx: Context, { waveId, state }: WaveJob, { runBatch }: Batches) {
  for (let changed = 0; ;) {
    const batch = await transact(ctx, async (tx) =>
      (await lockWave(tx, waveId)).state === state ? await runBatch(tx) : null,
    )
    if (batch === null) return 'ended'
    if (batch === 0) return changed
    changed += batch
  }
}

/** Finishes when nothing is left, or when nothing of it could be changed. */
async function prepareOrFinish(ctx: Context, job: WaveJob, canContinue: boolean) {
  return await transact(ctx, async (tx) => {
    const wave = await lockWave(tx, job.waveId)
    if (wave.state !== job.state) return false
    const left = await job.prepare(tx)
    if (left > 0 && canContinue) {
      await tx
        .update(waves)
        .set({ total: wave.done + left })
        .where(eq(waves.id, wave.id))
      return true
    }
    await job.finish(tx, { id: wave.decidedBy ?? '0' }, wave, left === 0)
    return false
  })
}

/**
 * If one of the steps fails, each is tried alone, and what cannot be changed is skipped, so that it does not keep the
 * others.
 */
async function runSteps(
  ctx: Context,
  job: WaveJob,
  actor: Actor,
  { ids, step }: { ids: string[]; step: Step },
): Promise<number | 'ended'> {
  try {
    return await transact(ctx, (tx) => changeAll(tx, job, actor, { ids, step }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [id, ...others] = ids
    if (others.length === 0) {
      ctx.log.warn({ err: error, waveId: job.waveId, id }, 'step of a spam wave skipped')
      return 0
    }
    let changed = 0
    for (const one of ids) {
      const result = await runSteps(ctx, job, actor, { ids: [one], step })
      if (result === 'ended') return result
      changed += result
    }
    return changed
  }
}

async function changeAll(
  tx: Tx,
  { waveId, state }: WaveJob,
  actor: Actor,
  { ids, step }: { ids: string[]; step: Step },
) {
  const wave = await lockWave(tx, waveId)
  if (wave.state !== state) return 'ended'
  let changed = 0
  for (const id of ids) if (await step(tx, actor, id)) changed++
  if (changed > 0)
    await tx
      .update(waves)
      .set({ done: sql`least(${waves.done} + ${changed}, ${waves.total})` })
      .where(eq(waves.id, waveId))
  return changed
}
