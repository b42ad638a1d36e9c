import { parseArgs } from 'node:util'
import { config } from './commands/config.ts'
import { demo } from './commands/demo.ts'
import { doctor } from './commands/doctor.ts'
import { files } from './commands/files.ts'
import { install, installOptions } from './commands/install.ts'
import { jobs } from './commands/jobs.ts'
import { mail } from './commands/mail.ts'
import { migrateCommand } from './commands/migrate.ts'
import { plugin } from './commands/plugin.ts'
import { search } from './commands/search.ts'
import { secrets } from './commands/secrets.ts'
import { serve } from './commands/serve.ts'
import { ConfigError } from './platform/process/read-config.ts'
import { formatError } from './platform/process/error-output.ts'
import { FolderInUseError } from './platform/database/folder-lock.ts'
import { NotMigratedError } from './platform/process/open-context.ts'
import { restrictNewFiles } from './platform/files/private-files.ts'
import { SecretKeyError } from './platform/secrets/secret-box.ts'
import { isUnreachable } from './platform/database/unreachable.ts'

const help = `Stoa, a community question-and-answer site.

  stoa all        serve requests and process jobs (default)
  stoa serve      serve requests only
  stoa work       process jobs only
  stoa migrate    apply database migrations
  stoa install    create a site: --site-name --site-url --admin-email --admin-password ...
  stoa jobs dead  list jobs that failed permanently
  stoa doctor     check data consistency: --fix repairs it
  stoa config allow_password_login  turn password login back on
  stoa search rebuild  rebuild the search index; resumes if interrupted
  stoa secrets forget  delete encrypted secrets after the key was lost
  stoa demo       add a demo community of 62 questions; stoa demo remove removes it again
  stoa plugin     add, list, enable, disable and remove plugins; new, kit, check and pack for authors
  stoa files      say where uploaded files are; stoa files move --to <plugin | disk> moves them
  stoa mail test  send a test email and report problems: --to user@example.org
  stoa help       show this help

Configuration comes from STOA_* variables and config.yaml; see docs/operating.md.`

/** Writes to standard output, not to the log. */
function print(text: string) {
  process.stdout.write(`${text}\n`)
}

async function main() {
  const options = {
    ...installOptions,
    to: { type: 'string' },
    fix: { type: 'boolean' },
    data: { type: 'boolean' },
  } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const [name = 'all', ...rest] = positionals
  const commands = new Map<string, () => Promise<void>>([
    ['all', () => serve('all')],
    ['serve', () => serve('serve')],
    ['work', () => serve('work')],
    ['migrate', () => migrateCommand(print)],
    ['install', () => install(values, print)],
    ['jobs', () => jobs(rest, print)],
    ['config', () => config(rest, print)],
    ['doctor', () => doctor(values.fix === true, print)],
    ['search', () => search(rest, print)],
    ['secrets', () => secrets(rest, print)],
    ['demo', () => demo(rest, print)],
    ['plugin', () => plugin(rest, { data: values.data === true }, print)],
    ['files', () => files(rest, values.to, print)],
    ['mail', () => mail(rest, values.to, print)],
  ])
  const command = commands.get(name)
  if (command !== undefined) return await command()
  print(help)
  process.exitCode = name === 'help' ? 0 : 2
}

/** Errors that the operator can fix are printed without stack trace. */
function reportError(error: unknown) {
  const isOperatorError =
    error instanceof ConfigError ||
    error instanceof FolderInUseError ||
    error instanceof NotMigratedError ||
    error instanceof SecretKeyError
  if (isOperatorError) process.stderr.write(`${error.message}\n`)
  else if (isUnreachable(error)) process.stderr.write(`${describeUnreachable(error)}\n`)
  else process.stderr.write(`${formatError(error)}\n`)
  process.exitCode = 1
}

function describeUnreachable(error: unknown) {
  let root = error
  while (root instanceof Error && root.cause !== undefined) root = root.cause
  const code = root instanceof Error && 'code' in root ? String(root.code) : ''
  const message = root instanceof Error ? root.message : String(root)
  return `Database unreachable: ${message || code}`
}

// Node would print all properties of the error, including SQL parameters.
process.once('uncaughtException', (error) => {
  reportError(error)
  process.exit()
})
restrictNewFiles()
await main().catch(reportError)
