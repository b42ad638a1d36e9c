import type { ErrorCode } from '@stoa/contract/errors'
import { generalSettings } from '@stoa/contract/settings/site'
import { translator } from '@stoa/locales/translate'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from '../../kernel/context.ts'
import { AppError, toErrorEnvelope } from '../../kernel/errors.ts'
import { acceptedLocale, defaultLocaleOf } from '../../kernel/requests.ts'
import { commonHeaders } from './headers.ts'

const jsonType = 'application/json; charset=utf-8'

/** Converts errors of Fastify and its plugins. The result never contains the URL. */
export function toAppError(error: FastifyError | AppError) {
  if (error instanceof AppError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('base.payload_too_large')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new AppError('base.unsupported_media_type')
  const isClientError = error.statusCode !== undefined && error.statusCode < 500
  return new AppError(isClientError ? 'base.request_format_error' : 'base.unknown')
}

/** For malformed URLs: Fastify runs no hooks for them, so the headers are set here. */
export function sendFrameworkError(
  ctx: Context,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const t = translator(acceptedLocale(ctx, request.headers['accept-language']))
  const envelope = toErrorEnvelope(toAppError(error), t)
  const headers = { ...headersOf(ctx), 'x-request-id': request.id }
  return reply.code(envelope.status).headers(headers).send(JSON.stringify(envelope))
}

/** For requests that arrive during shutdown. */
export function sendClosing(ctx: Context, response: ServerResponse) {
  const { status, headers, body } = closingResponse(ctx, 'base.busy')
  response.writeHead(status, headers).end(body)
}

const codeByNodeError: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'base.request_timeout',
  HPE_HEADER_OVERFLOW: 'base.headers_too_large',
}

/** For malformed requests, slow requests and oversized headers. */
export function clientErrorHandler(ctx: Context) {
  return (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    ctx.log.debug({ err: error }, 'malformed request')
    if (socket.writable)
      socket.write(
        rawResponse(ctx, codeByNodeError[error.code ?? ''] ?? 'base.request_format_error'),
      )
    socket.destroy()
  }
}

function rawResponse(ctx: Context, code: ErrorCode) {
  const { status, headers, body } = closingResponse(ctx, code)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

/** In the site's default language. The connection is closed after it. */
function closingResponse(ctx: Context, code: ErrorCode) {
  const envelope = toErrorEnvelope(new AppError(code), translator(defaultLocaleOf(ctx)))
  const body = JSON.stringify(envelope)
  const headers = {
    ...headersOf(ctx),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  return { status: envelope.status, headers, body }
}

function headersOf(ctx: Context) {
  const siteUrl = ctx.settings.get(generalSettings).site_url
  return { ...commonHeaders(siteUrl), 'content-type': jsonType }
}
