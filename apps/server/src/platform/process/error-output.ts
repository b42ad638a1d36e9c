export type ErrorOutput = {
  type: string
  message: string
  stack: string
  cause?: ErrorOutput
  errors?: ErrorOutput[]
  [detail: string]: unknown
}

/** An allowlist: errors may contain statement parameters, rows and connections. */
const safeDetails = [
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'statusCode',
  'responseCode',
  'command',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
]

const maxDepth = 8
const maxErrors = 10

/** Removes SQL parameters and values quoted in database messages, also from causes. */
export function toErrorOutput(error: unknown, depth = 0): ErrorOutput {
  if (!(error instanceof Error))
    return { type: typeof error, message: describePrimitive(error), stack: '' }
  const isDeep = depth >= maxDepth
  return {
    type: error.name,
    message: safeMessage(error),
    stack: framesOf(error),
    ...detailsOf(error),
    ...(error.cause === undefined || isDeep
      ? {}
      : { cause: toErrorOutput(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && !isDeep
      ? { errors: error.errors.slice(0, maxErrors).map((inner) => toErrorOutput(inner, depth + 1)) }
      : {}),
  }
}

/** One line with all causes. */
export function describeError(error: unknown): string {
  return chainOf(toErrorOutput(error))
    .map(({ type, message }) => `${type}: ${message}`)
    .join('; caused by ')
}

/** With causes and stack traces, for a terminal. */
export function formatError(error: unknown): string {
  return chainOf(toErrorOutput(error))
    .map(({ type, message, stack }) => [`${type}: ${message}`, stack].filter(Boolean).join('\n'))
    .join('\ncaused by ')
}

function chainOf(output: ErrorOutput): ErrorOutput[] {
  return [output, ...(output.cause === undefined ? [] : chainOf(output.cause))]
}

function safeMessage(error: Error): string {
  // Drizzle's message contains the parameters after the statement.
  if ('query' in error && 'params' in error && typeof error.query === 'string')
    return error.message.startsWith('Failed query: ')
      ? `Failed query: ${error.query}`
      : removeValues(error)
  return removeValues(error)
}

/** PostgreSQL quotes rejected values at the end of a message, or anywhere in a data exception (class 22). */
function removeValues(error: Error): string {
  if (!('severity' in error)) return error.message
  const isDataException = 'code' in error && String(error.code).startsWith('22')
  return error.message.split(isDataException ? /[:"]/ : /: "/)[0] ?? ''
}

/** Without the first lines, which repeat the message. */
function framesOf({ stack = '', message }: Error): string {
  const end = stack.indexOf(message)
  const frames = end === -1 ? stack : stack.slice(end + message.length)
  return frames
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

function detailsOf(error: Error) {
  const safe = Object.entries(error).filter(
    ([name, value]) => safeDetails.includes(name) && /^(string|number)$/.test(typeof value),
  )
  return Object.fromEntries(safe)
}

function describePrimitive(value: unknown) {
  return typeof value === 'object' ? Object.prototype.toString.call(value) : `${value as string}`
}
