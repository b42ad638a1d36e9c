import type { FastifyInstance } from 'fastify'
import { customCssPath, versionOf } from './custom-markup.ts'

const immutable = 'public, max-age=31536000, immutable'
const shortLived = 'public, max-age=60'

/** Pages link to the version they were rendered with; other versions must not be cached for long. */
export function mountCustomCss(app: FastifyInstance, css: () => string) {
  const options = { config: { bypassesLimiter: true } } as const
  app.get<{ Querystring: { v?: string } }>(customCssPath, options, (request, reply) => {
    const text = css()
    const isCurrent = request.query.v === versionOf(text)
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', isCurrent ? immutable : shortLived)
      .send(text)
  })
}
