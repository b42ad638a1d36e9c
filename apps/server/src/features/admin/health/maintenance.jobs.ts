import type { MaintenanceFinding } from '@stoa/contract/features/health'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../kernel/context.ts'
import { after } from '../../../kernel/events.ts'
import { countPosts, rebuildSearch } from '../../discovery/search/search.actions.ts'
import { type DoctorStep, doctorSteps } from '../doctor/doctor.actions.ts'
import {
  finishRun,
  type MaintenanceRow,
  saveProgress,
  takeUpRun,
  touchRun,
} from './maintenance.actions.ts'
import { pauseAfter } from './maintenance.rules.ts'

export const maintenanceListeners = [
  after('maintenance.started', 'run', (ctx, { runId }) => runMaintenance(ctx, runId), {
    isLong: true,
  }),
]

const signOfLifeMs = 10_000

/** After a crash, or an error, the job runs again and continues where it was. */
async function runMaintenance(ctx: Context, id: string) {
  const run = await takeUpRun(ctx, id)
  if (run === null) return
  const signs = setInterval(() => {
    touchRun(ctx, id).catch((error: unknown) =>
      ctx.log.debug({ err: error }, 'sign of life of a maintenance run failed'),
    )
  }, signOfLifeMs).unref()
  try {
    const isComplete = await (run.kind === 'doctor' ? runDoctor(ctx, run) : runRebuild(ctx, run))
    if (isComplete) await finishRun(ctx, id)
  } finally {
    clearInterval(signs)
  }
}

async function runDoctor(ctx: Context, run: MaintenanceRow) {
  const total = doctorSteps.length
  const begin = { from: run.done, done: run.done, total, finding: null }
  if (!(await saveProgress(ctx, run, { ...begin, step: doctorSteps[run.done]?.name ?? '' })))
    return false
  const pause = createPause()
  for (let done = run.done; done < total; done++) {
    const step = doctorSteps[done]
    if (step === undefined) break
    const finding = await runStep(ctx, step, { repair: run.repairs, pause })
    const next = { from: done, done: done + 1, total, step: doctorSteps[done + 1]?.name ?? '' }
    if (!(await saveProgress(ctx, run, { ...next, finding }))) return false
    await pause()
  }
  return true
}

/** A check that fails is a finding, and does not keep the others. */
async function runStep(
  ctx: Context,
  step: DoctorStep,
  options: { repair: boolean; pause: () => Promise<void> },
): Promise<MaintenanceFinding | null> {
  try {
    const finding = await step.run(ctx, options)
    if (finding === null) return null
    const { name, count, ids, isFixed } = finding
    return { name, count, ids, is_fixed: isFixed, is_error: false }
  } catch (error) {
    ctx.log.error({ err: error, check: step.name }, 'check of the doctor failed')
    return { name: step.name, count: 0, ids: [], is_fixed: false, is_error: true }
  }
}

/** Saves its own position too, so that `done` counts posts of this run only. */
async function runRebuild(ctx: Context, run: MaintenanceRow) {
  const counted = await countPosts(ctx)
  const pause = createPause()
  let saved = run.done
  let isCurrent = true
  await rebuildSearch(ctx, async (posts) => {
    const done = run.done + posts
    const total = Math.max(counted, done)
    const progress = { from: saved, done, total, step: '', finding: null }
    isCurrent = await saveProgress(ctx, run, progress)
    saved = done
    await pause()
    return isCurrent
  })
  return isCurrent
}

/** Waits as long as the work since the last pause took. */
function createPause() {
  let since = performance.now()
  return async () => {
    await sleep(pauseAfter(performance.now() - since))
    since = performance.now()
  }
}
