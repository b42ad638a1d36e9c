import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

/** Deeper than any input of the contract. Recursive code would run out of stack far beyond. */
const mostDepth = 32

/** Parses JSON as Fastify does, and refuses what is nested too deep. */
export function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (isTooDeep(body)) done(new AppError('base.request_format_error'))
      else void parse(request, body, done)
    },
  )
}

/** Counts brackets outside of strings, so that nothing deep is ever built. */
function isTooDeep(json: string) {
  let depth = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (isInString && sign === '\\') at++
    else if (sign === '"') isInString = !isInString
    else if (isInString) continue
    else if (sign === '[' || sign === '{') {
      if (++depth > mostDepth) return true
    } else if (sign === ']' || sign === '}') depth--
  }
  return false
}

/** A body this small has arrived with the headers, or will at once. */
const smallBody = 16 * 1024

/** Whether reading the body of a request is worth avoiding. */
export function hasLargeBody({ headers }: FastifyRequest) {
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > smallBody
}

/** Closes the connection instead of reading the rest of a body that nobody wants. */
export function closeUnread(request: FastifyRequest, reply: FastifyReply) {
  if (hasLargeBody(request) && !request.raw.complete) void reply.header('connection', 'close')
}
