import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'
import { describeError, toErrorOutput } from './error-output.ts'

/** JSON lines, on standard output unless told otherwise; secrets are cut out wherever they might be logged. */
export function makeLog(config: Config, to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: config.log_level,
    serializers: { err: toErrorOutput },
    hooks: { logMethod },
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.pass',
        '*.password',
        '*.access_token',
        'input.code',
      ],
      censor: '[removed]',
    },
    ...(config.log_pretty ? { transport: { target: prettyPath() } } : {}),
  }
  return pino(options, to ?? (config.log_pretty ? undefined : gathered()))
}

/** An error that is logged by itself would become the message as it is. */
const logMethod: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (args, method) {
  const [error, ...rest] = args as unknown[]
  if (!(error instanceof Error) || rest.length > 0) method.apply(this, args)
  else method.apply(this, [{ err: error }, describeError(error)] as never)
}

/** What is said within a moment is written at once; whatever ends the process writes the rest. */
function gathered() {
  return pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 })
}

// By path: pino looks for a name beside the file that called it, which it cannot find in development.
function prettyPath() {
  const require = createRequire(import.meta.url)
  return require.resolve('pino-pretty')
}
