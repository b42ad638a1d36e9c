import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildServer, serverBundle } from '../../../scripts/build/server.ts'
import { isStale } from '../../../scripts/build/stale.ts'
import { buildWeb, webBundle } from '../../../scripts/build/web.ts'
import { withServerLock } from './databases.ts'

export type Env = Record<string, string>

/** A copy of the build, so that a rebuild does not affect a running test. */
export async function aProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-program-'))
  await withServerLock(async () => {
    if (!existsSync(webBundle)) buildWeb()
    if (isStale(serverBundle, 'server')) await buildServer()
    cpSync(dirname(serverBundle), folder, { recursive: true })
    cpSync(join(dirname(webBundle), '../client'), join(folder, 'web/build/client'), {
      recursive: true,
    })
  })
  const app = join(import.meta.dirname, '..')
  symlinkSync(join(app, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['drizzle', 'demo-content', 'fonts'])
    symlinkSync(join(app, name), join(folder, name))
  const children = new Set<ChildProcess>()
  const launch = (args: string[], env: Env) => {
    const child = spawnProgram(folder, args, env)
    children.add(child)
    child.once('close', () => children.delete(child))
    return child
  }
  return {
    folder,
    run: (args: string[], env: Env) => runToEnd(launch(args, env)),
    /** Starts a command without waiting. */
    launch(args: string[], env: Env) {
      const child = launch(args, env)
      return { child, ended: runToEnd(child) }
    },
    /** Starts a process and waits until it is ready. */
    start: (role: 'all' | 'serve' | 'work', env: Env) =>
      start(() => launch([role], { STOA_PORT: '0', ...env })),
    /** Also kills processes that a failed test left running. */
    remove() {
      for (const child of children) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Program = Awaited<ReturnType<typeof aProgram>>
export type Running = Awaited<ReturnType<Program['start']>>

function spawnProgram(folder: string, args: string[], env: Env) {
  const { PATH = '' } = process.env
  return spawn(process.execPath, [join(folder, 'stoa.js'), ...args], {
    cwd: folder,
    env: { PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function outputOf(child: ChildProcess) {
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => (output.text += bytes.toString()))
  return output
}

async function runToEnd(child: ChildProcess) {
  const output = outputOf(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output.text }
}

async function start(launch: () => ChildProcess) {
  const startedAt = performance.now()
  const child = launch()
  const output = outputOf(child)
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const port = await Promise.race([
    portFrom(child, output),
    exited.then((code) => {
      throw new Error(`exited with ${code} before it was ready:\n${output.text}`)
    }),
  ])
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    msToReady: performance.now() - startedAt,
    output,
    exited,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    /** Stops gracefully and returns the exit code. */
    async stop() {
      child.kill('SIGTERM')
      return await exited
    },
  }
}

function portFrom(child: ChildProcess, output: { text: string }) {
  return new Promise<number>((resolve) => {
    child.stdout?.on('data', () => {
      const ready = /^\{.*"port":(\d+).*"msg":"ready"\}$/m.exec(output.text)
      if (ready !== null) resolve(Number(ready[1]))
    })
  })
}
