import { createClient, fetchTransport } from '@stoa/contract/client'
import type { InputOf } from '@stoa/contract/endpoint'
import type { baseInfo, checkDatabase } from '@stoa/contract/features/install'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInstaller } from '../src/installer.ts'
import type { Role } from '../src/run.ts'

const installKey = 'a key for the tests'

/** Headers that unlock the installer of a process with `installKeyEnv`. */
export const installKeyHeaders = { 'x-install-key': installKey }
export const installKeyEnv = { STOA_INSTALL_KEY: installKey }

/** An uninstalled process in an empty folder, with the installer's API but no pages. */
export async function anInstaller(env: Record<string, string> = {}, role: Role = 'serve') {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-installer-'))
  const configFile = join(folder, 'config.yaml')
  const settings = {
    STOA_CONFIG: configFile,
    STOA_PORT: '0',
    STOA_LOG_LEVEL: 'silent',
    STOA_FILES_DIR: join(folder, 'files'),
    STOA_PAGE_STORE_DIR: join(folder, 'pages'),
    STOA_METRICS_PORT: '0',
    ...installKeyEnv,
    ...env,
  }
  const running = await runInstaller(settings, role, async () => {})
  const origin = `http://127.0.0.1:${running.port}`
  return {
    folder,
    configFile,
    origin,
    client: createClient(fetchTransport(origin, installKeyHeaders)),
    async close() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Installer = Awaited<ReturnType<typeof anInstaller>>

export type DatabaseInput = InputOf<typeof checkDatabase>

/** The form values for a database URL. */
export function formFor(databaseUrl: string): DatabaseInput {
  const url = new URL(databaseUrl)
  return {
    db_type: 'postgres',
    db_host: url.hostname,
    db_port: Number(url.port),
    db_name: url.pathname.slice(1),
    db_username: decodeURIComponent(url.username),
    db_password: decodeURIComponent(url.password),
  }
}

export const aSiteForm: InputOf<typeof baseInfo> = {
  lang: 'en_US',
  site_name: 'Porch',
  site_url: 'http://localhost:3000/',
  contact_email: 'help@example.org',
  name: 'Rut',
  email: 'rut@example.org',
  password: 'a porch with columns',
}
