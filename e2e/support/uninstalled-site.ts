// The product before its installation: a process in an empty folder without configuration.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/services/ports.ts'
import { startServices } from '../../scripts/services/services.ts'
import { aDatabase, defaultBundle, startProcess, waitUntilReady, type Site } from './site.ts'

/** The default installation key. All sites share it, because cookies ignore ports. */
export const installKey = 'a key for every site'

export type UninstalledSite = Site & {
  folder: string
  /** An empty database that the process does not know. */
  emptyDatabaseUrl: string
}

type Options = {
  /** Path of another build. */
  bundle?: string
  env?: Record<string, string>
  /** Configures the database, without a site in it. */
  hasDatabase?: boolean
}

export async function startUninstalledSite(options: Options = {}): Promise<UninstalledSite> {
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
  const siteProcess = startProcess(options.bundle ?? defaultBundle, env, folder)
  await waitUntilReady(`${url}/healthz`, siteProcess)
  return {
    url,
    folder,
    databaseUrl: options.hasDatabase === true ? database.databaseUrl : null,
    emptyDatabaseUrl: database.databaseUrl,
    log: siteProcess.log,
    async stop() {
      await siteProcess.stop()
      await database.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
