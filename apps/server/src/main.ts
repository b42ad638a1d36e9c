import { parseArgs } from 'node:util'
import { config } from './commands/config.ts'
import { doctor } from './commands/doctor.ts'
import { install, installOptions } from './commands/install.ts'
import { jobs } from './commands/jobs.ts'
import { mail } from './commands/mail.ts'
import { migrateCommand } from './commands/migrate.ts'
import { search } from './commands/search.ts'
import { secrets } from './commands/secrets.ts'
import { serve } from './commands/serve.ts'
import { ConfigError } from './kernel/config.ts'
import { formatError } from './kernel/error-output.ts'
import { FolderInUseError } from './kernel/folder-lock.ts'
import { NotMigratedError } from './kernel/open-context.ts'
import { restrictNewFiles } from './kernel/private-files.ts'
import { SecretKeyError } from './kernel/secret-box.ts'
import { isUnreachable } from './kernel/transact.ts'

const help = `Stoa, a community question-and-answer site.

  stoa all        answer requests and work the queues (the default)
  stoa serve      answer requests only
  stoa work       work the queues only
  stoa migrate    bring the database up to date
  stoa install    make a site: --site-name --site-url --admin-email --admin-password ...
  stoa jobs dead  list the jobs that failed for good
  stoa doctor     compare every counter with the rows it counts: --fix mends them
  stoa config allow_password_login  turn password login on again
  stoa search rebuild  write anew what the search knows; goes on where it was stopped
  stoa secrets forget  delete secrets that cannot be decrypted because the key is lost
  stoa mail test  send a mail and say what fails: --to somebody@example.org
  stoa help       print this

Settings come from STOA_* variables and config.yaml; docs/operating.md lists them.`

/** What a command prints goes to the person who typed it, not to the log. */
function say(text: string) {
  process.stdout.write(`${text}\n`)
}

async function main() {
  const options = { ...installOptions, to: { type: 'string' }, fix: { type: 'boolean' } } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const [name = 'all', ...rest] = positionals
  const commands = new Map<string, () => Promise<void>>([
    ['all', () => serve('all')],
    ['serve', () => serve('serve')],
    ['work', () => serve('work')],
    ['migrate', () => migrateCommand(say)],
    ['install', () => install(values, say)],
    ['jobs', () => jobs(rest, say)],
    ['config', () => config(rest, say)],
    ['doctor', () => doctor(values.fix === true, say)],
    ['search', () => search(rest, say)],
    ['secrets', () => secrets(rest, say)],
    ['mail', () => mail(rest, values.to, say)],
  ])
  const command = commands.get(name)
  if (command !== undefined) return await command()
  say(help)
  process.exitCode = name === 'help' ? 0 : 2
}

/** Problems a person can mend are one clear text; everything else shows where it came from. */
function report(error: unknown) {
  const isPlain =
    error instanceof ConfigError ||
    error instanceof FolderInUseError ||
    error instanceof NotMigratedError ||
    error instanceof SecretKeyError
  if (isPlain) process.stderr.write(`${error.message}\n`)
  else if (isUnreachable(error)) process.stderr.write(`${unreachableText(error)}\n`)
  else process.stderr.write(`${formatError(error)}\n`)
  process.exitCode = 1
}

function unreachableText(error: unknown) {
  let root = error
  while (root instanceof Error && root.cause !== undefined) root = root.cause
  const code = root instanceof Error && 'code' in root ? String(root.code) : ''
  const message = root instanceof Error ? root.message : String(root)
  return `The database cannot be reached: ${message || code}`
}

// Node would print such an error with everything it holds, the parameters of a statement included.
process.once('uncaughtException', (error) => {
  report(error)
  process.exit()
})
restrictNewFiles()
await main().catch(report)
