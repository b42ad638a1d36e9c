import type { FastifyInstance } from 'fastify'
import { customCssPath, versionOf } from './custom-markup.ts'

const forGood = 'public, max-age=31536000, immutable'
const forNow = 'public, max-age=60'

/** Serves the admin's style sheet. Pages ask for the version they were made with. */
export function mountCustomCss(app: FastifyInstance, css: () => string) {
  const options = { config: { needsNoTurn: true } } as const
  app.get<{ Querystring: { v?: string } }>(customCssPath, options, (request, reply) => {
    const text = css()
    const isCurrent = request.query.v === versionOf(text)
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', isCurrent ? forGood : forNow)
      .send(text)
  })
}
