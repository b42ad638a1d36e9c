import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '../../kernel/config.ts'
import { describeError, toErrorOutput } from './error-output.ts'

/** Writes JSON lines and redacts secrets. */
export function createLog(config: Config, destination?: DestinationStream): Logger {
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
        '*.access_key',
        'input.code',
      ],
      censor: '[removed]',
    },
    ...(config.log_pretty ? { transport: { target: prettyPath() } } : {}),
  }
  return pino(options, destination ?? (config.log_pretty ? undefined : createBufferedDestination()))
}

/** For `log.error(error)`: pino would log the unsanitized message. */
const logMethod: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (args, method) {
  const [error, ...rest] = args as unknown[]
  if (!(error instanceof Error) || rest.length > 0) method.apply(this, args)
  else method.apply(this, [{ err: error }, describeError(error)] as never)
}

/** Buffers log lines for a moment; pino flushes them on exit. */
function createBufferedDestination() {
  return pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 })
}

// Pino would resolve a module name relative to its caller, which fails in development.
function prettyPath() {
  const require = createRequire(import.meta.url)
  return require.resolve('pino-pretty')
}
