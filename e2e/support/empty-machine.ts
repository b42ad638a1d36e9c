// The product as someone finds it who has just unpacked it: a process in an empty folder that nobody has told
// anything.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/services/ports.ts'
import { startServices } from '../../scripts/services/services.ts'
import { aDatabase, product, startProcess, untilAnswering, type Site } from './site.ts'

/** The installation key, unless `env` says otherwise. Cookies do not know ports: all machines share it. */
export const installKey = 'a key for every machine'

export type EmptyMachine = Site & {
  folder: string
  /** An empty database that nobody has told the process about. */
  freeDatabaseUrl: string
}

type Options = {
  /** Another build of the product. */
  bundle?: string
  env?: Record<string, string>
  /** The process knows its database, but there is no site in it. */
  hasDatabase?: boolean
}

export async function startEmptyMachine(options: Options = {}): Promise<EmptyMachine> {
  const { ports } = await startServices()
  const folder = mkdtempSync(join(tmpdir(), 'stoa-empty-'))
  const database = await aDatabase(ports.postgres.url)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    STOA_PORT: String(port),
    STOA_LOG_LEVEL: 'warn',
    STOA_INSTALL_KEY: installKey,
    ...(options.hasDatabase === true ? database.env : {}),
    ...options.env,
  }
  const running = startProcess(options.bundle ?? product, env, folder)
  await untilAnswering(`${url}/healthz`, running)
  return {
    url,
    folder,
    databaseUrl: options.hasDatabase === true ? database.databaseUrl : null,
    freeDatabaseUrl: database.databaseUrl,
    log: running.log,
    async stop() {
      await running.stop()
      await database.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
