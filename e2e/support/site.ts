// Starts a site for a test: an empty database, `stoa install`, and the built bundle as a process.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, rootDir } from '../../scripts/services/ports.ts'
import { startServices } from '../../scripts/services/services.ts'
import { createDatabase, runSql } from './databases.ts'

export type Engine = 'postgres-redis' | 'postgres' | 'folder'

export type Site = {
  url: string
  /** Null if the data is stored in a folder. */
  databaseUrl: string | null
  /** The output of the process so far. */
  log(): string
  stop(): Promise<void>
}

export const admin = { name: 'Leila', email: 'leila@example.org', password: 'a porch with columns' }

export const defaultBundle = join(rootDir, 'apps/server/dist/stoa.js')
const startTimeoutMs = 120_000

type Options = {
  /** Path of another build. */
  bundle?: string
  /** Host of the site URL. Passkeys require a name instead of an IP. */
  host?: string
  env?: Record<string, string>
  hasDemoContent?: boolean
  /** Settings by group. */
  settings?: Record<string, object>
}

export async function startSite(engine: Engine, options: Options = {}): Promise<Site> {
  const { ports } = await startServices()
  const storage = engine === 'folder' ? aFolder() : await aDatabase(ports.postgres.url)
  const { bundle = defaultBundle, host = '127.0.0.1' } = options
  const files = mkdtempSync(join(tmpdir(), 'stoa-e2e-files-'))
  const port = await freePort()
  const url = `http://${host}:${port}`
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    STOA_PORT: String(port),
    STOA_FILES_DIR: files,
    STOA_PAGE_STORE_DIR: join(files, 'pages'),
    STOA_PLUGINS_DIR: join(files, 'plugins'),
    STOA_SMTP_URL: ports.smtp.url,
    // Tests set their IP with a header.
    STOA_TRUST_PROXY: '127.0.0.1',
    STOA_READ_LIMITS: 'false',
    STOA_LOG_LEVEL: 'warn',
    STOA_SITE_NAME: 'Stoa',
    STOA_SITE_URL: url,
    STOA_ADMIN_NAME: admin.name,
    STOA_ADMIN_EMAIL: admin.email,
    STOA_ADMIN_PASSWORD: admin.password,
    ...(engine === 'postgres-redis' ? { STOA_REDIS_URL: ports.redis.url } : {}),
    ...storage.env,
    ...options.env,
  }
  const stoa = (command: string) =>
    promisify(execFile)(process.execPath, [bundle, command], { env })
  await stoa('install')
  if (options.hasDemoContent === true) await stoa('demo')
  if (storage.databaseUrl !== null) await saveSettings(storage.databaseUrl, options.settings ?? {})
  const siteProcess = startProcess(bundle, env)
  await waitUntilReady(`${url}/readyz`, siteProcess)
  return {
    url,
    databaseUrl: storage.databaseUrl,
    log: siteProcess.log,
    async stop() {
      await siteProcess.stop()
      await storage.remove()
      rmSync(files, { recursive: true, force: true })
    },
  }
}

// There is no admin area yet.
async function saveSettings(databaseUrl: string, groups: Record<string, object>) {
  for (const [name, value] of Object.entries(groups)) {
    await runSql(
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

export type SiteProcess = { log(): string; hasExited(): boolean; stop(): Promise<void> }

export function startProcess(bundle: string, env: NodeJS.ProcessEnv, cwd?: string): SiteProcess {
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
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    log: () => text,
    hasExited: () => child.exitCode !== null,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

export async function waitUntilReady(url: string, siteProcess: SiteProcess) {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok === true) return
    if (siteProcess.hasExited() || Date.now() > deadline) {
      await siteProcess.stop()
      throw new Error(`the site did not start:\n${siteProcess.log()}`)
    }
    await sleep(50)
  }
}
