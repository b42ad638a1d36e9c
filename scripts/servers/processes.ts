import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

type Program = {
  command: readonly [string, ...string[]]
  cwd: string
  env?: Record<string, string>
  logFile: string
}

export type ServerProcess = {
  /** Throws with the end of its log if it has ended. */
  assertRuns(): void
  stop(): Promise<void>
}

/** A program with its children, which end together. */
export function startProgram({ command, cwd, env, logFile }: Program): ServerProcess {
  const [file, ...args] = command
  const log = openSync(logFile, 'w')
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
    detached: true,
  })
  let failure: Error | null = null
  child.on('error', (error) => {
    failure = error
  })
  return {
    assertRuns() {
      if (failure === null && !hasEnded(child)) return
      const end = readFileSync(logFile, 'utf8').slice(-3000)
      throw new Error(`${file} ended: ${failure?.message ?? ''}\n${end}`)
    },
    async stop() {
      if (hasEnded(child) || child.pid === undefined) return
      process.kill(-child.pid, 'SIGTERM')
      const isLate = await Promise.race([
        once(child, 'exit').then(() => false),
        sleep(60_000, true),
      ])
      if (isLate) process.kill(-child.pid, 'SIGKILL')
    },
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess) {
  return exitCode !== null || signalCode !== null
}

/** Runs a program to its end. */
export async function run(...command: [string, ...string[]]) {
  const [file, ...args] = command
  const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command.join(' ')} failed`)
}

type Condition = { server: ServerProcess; limitMs: number; isReady(): Promise<boolean> }

/** Waits until a server is ready. Stops it if it is not ready in time. */
export async function waitUntilReady({ server, limitMs, isReady }: Condition) {
  const deadline = Date.now() + limitMs
  while (!(await isReady().catch(() => false))) {
    server.assertRuns()
    if (Date.now() > deadline) {
      await server.stop()
      throw new Error(`not ready after ${limitMs / 1000} seconds`)
    }
    await sleep(1000)
  }
}
