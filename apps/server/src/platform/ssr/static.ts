import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const daySeconds = 24 * 60 * 60
const publicHeaders = { 'cache-control': `public, max-age=${daySeconds}` }

const serviceWorker = 'sw.js'
/** A worker has the policy of its own file. Browsers look for a new one when they like, and must not get an old one. */
const serviceWorkerHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': `default-src 'none'; connect-src 'self'; frame-ancestors 'none'`,
}

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
    // A file with a content hash never changes, and a first view loads several.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    index: false,
  })
  for (const name of listPublicFiles(clientDir)) {
    const headers = name === serviceWorker ? serviceWorkerHeaders : publicHeaders
    app.get(`/${name}`, (_request, reply) =>
      reply.headers(headers).sendFile(name, clientDir, { cacheControl: false }),
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
