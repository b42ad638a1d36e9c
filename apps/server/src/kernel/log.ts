import { createRequire } from 'node:module'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** JSON lines on standard output; secrets are cut out wherever they might be logged. */
export function makeLog(config: Config): Logger {
  return pino({
    level: config.log_level,
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
  })
}

// By path: pino looks for a name beside the file that called it, which it cannot find in development.
function prettyPath() {
  return createRequire(import.meta.url).resolve('pino-pretty')
}
