import { ConfigError } from '../process/read-config.ts'
import type { Config } from '../../kernel/config.ts'
import type { Setup } from '../../kernel/context.ts'
import { fail, failField } from '../../kernel/errors.ts'
import { FolderInUseError } from '../database/folder-lock.ts'
import { NotMigratedError } from '../process/open-context.ts'
import { SecretKeyError } from '../secrets/secret-box.ts'
import { hasConfigFile, removeConfigFile, writeConfigFile } from './config-file.ts'
import { checkDatabaseLocation, createDataFolder } from './database-check.ts'
import {
  type DatabaseLocation,
  getConfiguredLocation,
  toConfigText,
  toDatabaseLocation,
} from './database-location.ts'

type Installer = {
  readConfig(): Config
  openSite(config: Config): Promise<void>
  isSiteOpen(): boolean
}

/** `file` is the configuration file to write. */
export function createSetup(file: string, installer: Installer): Setup {
  let previousStart: Promise<unknown> = Promise.resolve()
  return {
    checkDatabase: (input) => checkDatabaseLocation(toDatabaseLocation(input)),
    // Concurrent calls run one after the other.
    async openSite(input) {
      const location = toDatabaseLocation(input)
      const current = previousStart.then(() => configureAndStart(installer, file, location))
      previousStart = current.catch(() => {})
      await current
    },
  }
}

async function configureAndStart(installer: Installer, file: string, location: DatabaseLocation) {
  if (installer.isSiteOpen()) fail('install.configured')
  const hasConfig = hasConfigFile(file)
  if (!hasConfig) {
    await checkDatabaseLocation(location)
    const text = toConfigText(location)
    if (!(await writeConfigFile(file, text))) failConfigNotWritten(file, text)
  }
  try {
    const config = readConfig(installer, file)
    if (hasConfig) await checkDatabaseLocation(getConfiguredLocation(config))
    createDataFolder(config)
    await installer.openSite(config)
  } catch (error) {
    // Nothing was started: another database may still be chosen.
    if (!hasConfig) await removeConfigFile(file)
    throw toUserError(error)
  }
}

function failConfigNotWritten(file: string, text: string): never {
  fail('install.config_not_written', {
    values: { file },
    hint: {
      err_type: 'alert',
      success: false,
      create_config_failed: true,
      default_config: text,
    },
  })
}

function readConfig(installer: Installer, file: string): Config {
  try {
    return installer.readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return fail('install.config_invalid', {
      values: { file, problems: error.problems.join(' ') },
      hint: { err_type: 'alert' },
    })
  }
}

/** Errors that appear only when the database is opened. */
function toUserError(error: unknown) {
  if (error instanceof FolderInUseError) failField('db_file', 'install.folder_in_use')
  if (error instanceof SecretKeyError)
    fail('install.secret_key', { values: { key: error.keyId }, hint: { err_type: 'alert' } })
  if (error instanceof NotMigratedError) failField('db_name', 'install.db_not_empty')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EEXIST|EINVAL|ENOSPC)$/.test(code))
    failField('db_file', 'install.folder_not_writable')
  return error
}
