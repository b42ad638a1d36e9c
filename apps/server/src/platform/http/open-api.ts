import { endpoints } from '@stoa/contract/endpoints'
import { openApiDocument } from '@stoa/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { version } from '../../kernel/release.ts'

type Document = ReturnType<typeof openApiDocument>

const info = { title: 'Stoa', version }

/** The document is created at the first request: it takes a third of a second, and few sites are asked for it. */
export function mountOpenApi(app: FastifyInstance) {
  let document: Promise<Document> | undefined
  const config = { bypassesLimiter: true } as const
  app.get('/answer/api/openapi.json', { config }, async (_request, reply) => {
    document ??= createDocument()
    return reply.send(await document)
  })
}

/** One feature at a time, so that other requests do not wait. */
async function createDocument(): Promise<Document> {
  const { paths, ...document } = openApiDocument({}, info)
  for (const [feature, list] of Object.entries(endpoints)) {
    await nextTurn()
    const { paths: added } = openApiDocument({ [feature]: list }, info)
    for (const [path, operations] of Object.entries(added))
      paths[path] = { ...paths[path], ...operations }
  }
  return { ...document, paths }
}
