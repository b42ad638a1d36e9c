import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'

/** Deeper than any valid input, and far from a stack overflow of recursive code. */
const maxDepth = 32

/** Like Fastify's parser, but rejects deeply nested input. */
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

/** Counts brackets outside of strings before anything is parsed. */
function isTooDeep(json: string) {
  let depth = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (isInString && char === '\\') at++
    else if (char === '"') isInString = !isInString
    else if (isInString) continue
    else if (char === '[' || char === '{') {
      if (++depth > maxDepth) return true
    } else if (char === ']' || char === '}') depth--
  }
  return false
}

/** Smaller bodies usually arrive together with the headers. */
const largeBodyBytes = 16 * 1024

export function hasLargeBody({ headers }: FastifyRequest) {
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > largeBodyBytes
}

/** Closes the connection instead of reading the rest of an unwanted body. */
export function closeUnread(request: FastifyRequest, reply: FastifyReply) {
  if (hasLargeBody(request) && !request.raw.complete) void reply.header('connection', 'close')
}
