import { generalSettings } from '@stoa/contract/settings/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { PlatformContext } from '../context.ts'
import { commonHeaders } from './headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Stays open for hours: not in the times of requests. */
    isStream?: true
  }
  interface FastifyInstance {
    openEventStream(request: FastifyRequest, reply: FastifyReply): ServerResponse
  }
}

/** Adds `openEventStream`. Open streams end when the server closes. */
export function mountEventStreams(app: FastifyInstance, ctx: PlatformContext) {
  const open = new Set<ServerResponse>()
  app.decorate('openEventStream', (request: FastifyRequest, reply: FastifyReply) => {
    const { raw: response } = reply.hijack()
    open.add(response)
    ctx.metrics.streams.inc()
    response.once('close', () => {
      open.delete(response)
      ctx.metrics.streams.dec()
    })
    response.writeHead(200, {
      ...commonHeaders(ctx.settings.get(generalSettings).site_url),
      'content-type': 'text/event-stream; charset=utf-8',
      // A kept connection would delay the end of the process.
      connection: 'close',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    })
    // Node keeps the headers for as long as the stream is open: 2 KB less if they are written alone.
    response.flushHeaders()
    return response
  })
  app.addHook('preClose', async () => {
    for (const response of open) response.end()
  })
}
