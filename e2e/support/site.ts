// A site of its own for a test: an empty database, `stoa install`, and the finished bundle as a process.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, rootDir } from '../../scripts/services/ports.ts'
import { startServices } from '../../scripts/services/services.ts'
import { createDatabase, onServer } from './databases.ts'

export type Engine = 'postgres-redis' | 'postgres' | 'folder'

export type Site = {
  url: string
  /** Null when the site keeps its data in a folder. */
  databaseUrl: string | null
  /** What the process wrote so far. */
  log(): string
  stop(): Promise<void>
}

export const admin = { name: 'Leila', email: 'leila@example.org', password: 'a porch with columns' }

export const product = join(rootDir, 'apps/server/dist/stoa.js')
const startTimeoutMs = 120_000

type Options = {
  /** Another build of the product. */
  bundle?: string
  /** The name in its address; passkeys want one that is no number. */
  host?: string
  env?: Record<string, string>
  /** Settings by group, as an admin would have saved them. */
  settings?: Record<string, object>
}

export async function startSite(engine: Engine, options: Options = {}): Promise<Site> {
  const { ports } = await startServices()
  const place = engine === 'folder' ? aFolder() : await aDatabase(ports.postgres.url)
  const { bundle = product, host = '127.0.0.1' } = options
  const files = mkdtempSync(join(tmpdir(), 'stoa-e2e-files-'))
  const port = await freePort()
  const url = `http://${host}:${port}`
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    STOA_PORT: String(port),
    STOA_FILES_DIR: files,
    STOA_SMTP_URL: ports.smtp.url,
    // Tests say by a header where they come from.
    STOA_TRUST_PROXY: '127.0.0.1',
    STOA_READ_LIMITS: 'false',
    STOA_LOG_LEVEL: 'warn',
    STOA_SITE_NAME: 'Stoa',
    STOA_SITE_URL: url,
    STOA_ADMIN_NAME: admin.name,
    STOA_ADMIN_EMAIL: admin.email,
    STOA_ADMIN_PASSWORD: admin.password,
    ...(engine === 'postgres-redis' ? { STOA_REDIS_URL: ports.redis.url } : {}),
    ...place.env,
    ...options.env,
  }
  await promisify(execFile)(process.execPath, [bundle, 'install'], { env })
  if (place.databaseUrl !== null) await saveSettings(place.databaseUrl, options.settings ?? {})
  const running = startProcess(bundle, env)
  await untilAnswering(`${url}/readyz`, running)
  return {
    url,
    databaseUrl: place.databaseUrl,
    log: running.log,
    async stop() {
      await running.stop()
      await place.remove()
      rmSync(files, { recursive: true, force: true })
    },
  }
}

// There is no admin area yet to save them in.
async function saveSettings(databaseUrl: string, groups: Record<string, object>) {
  for (const [name, value] of Object.entries(groups)) {
    await onServer(
      databaseUrl,
      `insert into settings (name, value, updated_at) values ($1, $2, now())
       on conflict (name) do update set value = settings.value || excluded.value`,
      [name, JSON.stringify(value)],
    )
  }
}

export async function aDatabase(serverUrl: string) {
  const { url, drop } = await createDatabase(
    serverUrl,
    `stoa_e2e_${randomBytes(5).toString('hex')}`,
  )
  return { env: { STOA_DATABASE_URL: url }, databaseUrl: url, remove: drop }
}

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-e2e-'))
  return {
    env: { STOA_DATA_DIR: join(folder, 'db') },
    databaseUrl: null,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

export type Running = { log(): string; hasEnded(): boolean; stop(): Promise<void> }

export function startProcess(bundle: string, env: NodeJS.ProcessEnv, cwd?: string): Running {
  const child = spawn(process.execPath, [bundle, 'all'], {
    env,
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const collect = (chunk: Buffer) => {
    text += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    log: () => text,
    hasEnded: () => child.exitCode !== null,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export async function untilAnswering(url: string, running: Running) {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const reply = await fetch(url).catch(() => null)
    if (reply?.ok === true) return
    if (running.hasEnded() || Date.now() > deadline) {
      await running.stop()
      throw new Error(`the site did not start:\n${running.log()}`)
    }
    await sleep(50)
  }
}
