import { type Config, ConfigError } from '../../kernel/config.ts'
import type { Setup } from '../../kernel/context.ts'
import { fail, failField } from '../../kernel/errors.ts'
import { FolderInUseError } from '../../kernel/folder-lock.ts'
import { NotMigratedError } from '../../kernel/open-context.ts'
import { SecretKeyError } from '../../kernel/secret-box.ts'
import { hasConfigFile, removeConfigFile, writeConfigFile } from './config-file.ts'
import { checkPlace, makeFolder } from './database-check.ts'
import { type Place, placeOf, toConfigText } from './database-place.ts'

let last: Promise<unknown> = Promise.resolve()

/** Configures the process and starts the site. Two people who press the button at once take turns. */
export async function startFirst(setup: Setup, file: string, place: Place) {
  const turn = last.then(() => start(setup, file, place))
  last = turn.catch(() => {})
  await turn
}

async function start(setup: Setup, file: string, place: Place) {
  if (setup.hasProceeded()) fail('install.configured')
  const isByHand = hasConfigFile(file)
  if (!isByHand) {
    await checkPlace(place)
    const text = toConfigText(place)
    if (!(await writeConfigFile(file, text))) refuseToWrite(file, text)
  }
  try {
    const config = readConfig(setup, file)
    if (isByHand) await checkPlace(placeOf(config))
    makeFolder(config)
    await setup.proceed(config)
  } catch (error) {
    // Nothing was started: another place may still be chosen.
    if (!isByHand) await removeConfigFile(file)
    throw toRefusal(error)
  }
}

function refuseToWrite(file: string, text: string): never {
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

function readConfig(setup: Setup, file: string): Config {
  try {
    return setup.readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return fail('install.config_invalid', {
      values: { file, problems: error.problems.join(' ') },
      hint: { err_type: 'alert' },
    })
  }
}

/** What only shows when the place is opened in earnest. */
function toRefusal(error: unknown) {
  if (error instanceof FolderInUseError) failField('db_file', 'install.folder_in_use')
  if (error instanceof SecretKeyError)
    fail('install.secret_key', { values: { key: error.keyId }, hint: { err_type: 'alert' } })
  if (error instanceof NotMigratedError) failField('db_name', 'install.db_not_empty')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EEXIST|EINVAL|ENOSPC)$/.test(code))
    failField('db_file', 'install.folder_not_writable')
  return error
}
