import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const daySeconds = 24 * 60 * 60

/** Files with a content hash in their name are cached for a year, others for a day. */
export async function mountStaticFiles(app: FastifyInstance, clientDir: string) {
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, bypassesLimiter: true }
    })
    await serveFiles(files, clientDir)
  })
}

async function serveFiles(app: FastifyInstance, clientDir: string) {
  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    decorateReply: true,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  })
  for (const name of listPublicFiles(clientDir)) {
    app.get(`/${name}`, (_request, reply) =>
      reply
        .header('cache-control', `public, max-age=${daySeconds}`)
        .sendFile(name, clientDir, { cacheControl: false }),
    )
  }
}

function listPublicFiles(clientDir: string) {
  return readdirSync(clientDir, { withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && !entry.name.startsWith('.'),
    )
    .map((entry) => entry.name)
}
