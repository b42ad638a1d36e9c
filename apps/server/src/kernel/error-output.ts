/** What is logged and stored of an error. */
export type ErrorOutput = {
  type: string
  message: string
  stack: string
  cause?: ErrorOutput
  errors?: ErrorOutput[]
  [detail: string]: unknown
}

/** An error may carry statements with their parameters, rows and connections: only these are passed on. */
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

const deepest = 8
const mostErrors = 10

/** An error without the parameters of SQL statements and the values in messages of the database, causes included. */
export function toErrorOutput(error: unknown, depth = 0): ErrorOutput {
  if (!(error instanceof Error))
    return { type: typeof error, message: describePrimitive(error), stack: '' }
  const isDeep = depth >= deepest
  return {
    type: error.name,
    message: safeMessage(error),
    stack: framesOf(error),
    ...detailsOf(error),
    ...(error.cause === undefined || isDeep
      ? {}
      : { cause: toErrorOutput(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && !isDeep
      ? { errors: error.errors.slice(0, mostErrors).map((one) => toErrorOutput(one, depth + 1)) }
      : {}),
  }
}

/** One line: the error and its causes. */
export function describeError(error: unknown): string {
  return chainOf(toErrorOutput(error))
    .map(({ type, message }) => `${type}: ${message}`)
    .join('; caused by ')
}

/** The error and its causes with where each came from, for a terminal. */
export function formatError(error: unknown): string {
  return chainOf(toErrorOutput(error))
    .map(({ type, message, stack }) => [`${type}: ${message}`, stack].filter(Boolean).join('\n'))
    .join('\ncaused by ')
}

function chainOf(output: ErrorOutput): ErrorOutput[] {
  return [output, ...(output.cause === undefined ? [] : chainOf(output.cause))]
}

function safeMessage(error: Error): string {
  // Drizzle writes the statement and, on the next line, its parameters.
  if ('query' in error && 'params' in error && typeof error.query === 'string')
    return error.message.startsWith('Failed query: ')
      ? `Failed query: ${error.query}`
      : safeOf(error)
  return safeOf(error)
}

/** PostgreSQL quotes the value it could not take at the end of a message, or anywhere in a data exception (class 22). */
function safeOf(error: Error): string {
  if (!('severity' in error)) return error.message
  const isDataException = 'code' in error && String(error.code).startsWith('22')
  return error.message.split(isDataException ? /[:"]/ : /: "/)[0] ?? ''
}

/** The stack without its first lines, which repeat the message. */
function framesOf({ stack = '', message }: Error): string {
  const end = stack.indexOf(message)
  const frames = end === -1 ? stack : stack.slice(end + message.length)
  return frames
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

function detailsOf(error: Error) {
  const known = Object.entries(error).filter(
    ([name, value]) => safeDetails.includes(name) && /^(string|number)$/.test(typeof value),
  )
  return Object.fromEntries(known)
}

function describePrimitive(value: unknown) {
  return typeof value === 'object' ? Object.prototype.toString.call(value) : `${value as string}`
}
