import { delimiter, join } from 'node:path'
import { runLimited } from '../ci/run-limited.ts'
import { rootDir } from '../services/ports.ts'
import { listNotes } from './report.ts'

export type Step = {
  name: string
  commands: string[][]
  cwd?: string
  timeoutMs?: number
  /** What failed, printed before the output: logs are often cut after their first lines. */
  failures?: () => string
}
export type StepResult = {
  name: string
  ok: boolean
  isOutOfTime: boolean
  ms: number
  output: string
}

/** Runs steps concurrently. Prints one line per step, and the whole output of those that fail. */
export async function runSteps(steps: Step[], concurrency: number): Promise<StepResult[]> {
  const queue = [...steps]
  const results: StepResult[] = []
  async function work() {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const result = await runStep(step)
      results.push(result)
      const seconds = (result.ms / 1000).toFixed(1).padStart(6)
      console.log(`${result.ok ? 'ok    ' : 'FAILED'} ${result.name.padEnd(18)}${seconds} s`)
      for (const line of result.ok ? listNotes(result.output) : []) console.log(`       ${line}`)
      if (result.ok) continue
      if (step.failures) console.log(step.failures())
      console.log(result.output.trimEnd())
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return results
}

/** Runs the commands of a step in order until one fails. */
export async function runStep(step: Step): Promise<StepResult> {
  const started = performance.now()
  const { cwd = rootDir, timeoutMs = 600_000 } = step
  const env = { ...process.env, PATH: toolPath() }
  let output = ''
  const onOutput = (text: string) => {
    output += text
  }
  let result = { ok: true, isOutOfTime: false }
  for (const command of step.commands) {
    result = await runLimited(command, { cwd, env, limitMs: timeoutMs, onOutput })
    if (result.isOutOfTime)
      output += `\n${command[0]} was killed after its timeout of ${timeoutMs} ms`
    if (!result.ok) break
  }
  const { ok, isOutOfTime } = result
  return { name: step.name, ok, isOutOfTime, ms: performance.now() - started, output }
}

function toolPath(): string {
  return [join(rootDir, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
}
