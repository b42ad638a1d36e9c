import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const daySeconds = 24 * 60 * 60

/** Serves what browsers load: files with a hash in their name for a year, the few others for a day. */
export async function mountStaticFiles(app: FastifyInstance, clientDir: string) {
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, needsNoTurn: true }
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
  for (const name of publicFiles(clientDir)) {
    app.get(`/${name}`, (_request, reply) =>
      reply
        .header('cache-control', `public, max-age=${daySeconds}`)
        .sendFile(name, clientDir, { cacheControl: false }),
    )
  }
}

function publicFiles(clientDir: string) {
  return readdirSync(clientDir, { withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && !entry.name.startsWith('.'),
    )
    .map((entry) => entry.name)
}
