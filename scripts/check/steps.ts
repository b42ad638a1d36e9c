import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { rootDir } from '../services/ports.ts'

export type Step = { name: string; commands: string[][]; cwd?: string; timeoutMs?: number }
export type StepResult = { name: string; ok: boolean; ms: number; output: string }

/** Runs steps side by side; one line for each, the whole output only of those that fail. */
export async function runSteps(steps: Step[], atOnce: number): Promise<StepResult[]> {
  const waiting = [...steps]
  const results: StepResult[] = []
  async function work() {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runStep(step)
      results.push(result)
      const seconds = (result.ms / 1000).toFixed(1).padStart(6)
      console.log(`${result.ok ? 'ok    ' : 'FAILED'} ${result.name.padEnd(18)}${seconds} s`)
      if (!result.ok) console.log(result.output.trimEnd())
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

/** Runs the commands of a step one after the other until one fails. */
export async function runStep(step: Step): Promise<StepResult> {
  const started = performance.now()
  let output = ''
  let ok = true
  for (const command of step.commands) {
    const result = await run(command, step)
    output += result.output
    ok = result.ok
    if (!ok) break
  }
  return { name: step.name, ok, ms: performance.now() - started, output }
}

function run(command: string[], step: Step): Promise<{ ok: boolean; output: string }> {
  const [file = '', ...args] = command
  const { cwd = rootDir, timeoutMs = 600_000 } = step
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, PATH: toolPath() },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ ok: false, output: `${file}: ${error.message}` }))
    child.on('close', (code, signal) => {
      if (signal) output += `\n${file} ended by ${signal} (limit ${timeoutMs} ms)`
      resolve({ ok: code === 0, output })
    })
  })
}

function toolPath(): string {
  return [join(rootDir, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
}
