// `pnpm dev`: the whole site in one process. Pages hot-reload; the server restarts when one of its files changes.
// Uses the database, Redis and SMTP server of `pnpm services` unless STOA_DATABASE_URL or STOA_DATA_DIR is set.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join, relative } from 'node:path'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { rootDir } from './services/ports.ts'
import { startServices } from './services/services.ts'

process.env['NODE_ENV'] = 'development'
const host = process.env['STOA_HOST'] ?? '127.0.0.1'
const port = Number(process.env['STOA_PORT'] ?? 3000)
const siteUrl = `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`

if (process.env['STOA_DATABASE_URL'] === undefined && process.env['STOA_DATA_DIR'] === undefined) {
  const { ports } = await startServices()
  const database = new URL(ports.postgres.url)
  database.pathname = '/stoa_dev'
  process.env['STOA_DATABASE_URL'] = database.href
  process.env['STOA_REDIS_URL'] ??= ports.redis.url
  process.env['STOA_SMTP_URL'] ??= ports.smtp.url
}
process.env['STOA_LOG_PRETTY'] ??= 'true'

const web = join(rootDir, 'apps/web')
const server = createServer((request, response) => {
  vite.middlewares(request, response, () => {
    site.then(
      ({ handle }) => handle(request, response),
      (error: unknown) => {
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
        response.end(`The server did not start. Fix the error and save.\n\n${String(error)}\n`)
      },
    )
  })
})
const vite: ViteDevServer = await createVite({
  root: web,
  configFile: join(web, 'vite.config.ts'),
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server }, fs: { allow: [rootDir] } },
})

type DevSite = {
  handle(request: IncomingMessage, response: ServerResponse): void
  stop(): Promise<void>
}
type DevModule = { startDevSite(web: object, siteUrl: string): Promise<DevSite> }

async function start(): Promise<DevSite> {
  const entry = join(rootDir, 'apps/server/src/dev.ts')
  const { startDevSite } = (await vite.ssrLoadModule(entry)) as DevModule
  const load = () => vite.ssrLoadModule('virtual:react-router/server-build')
  return startDevSite({ mode: 'development', id: 'development', clientDir: null, load }, siteUrl)
}

let site = start()
let restartTimer: NodeJS.Timeout | undefined

function restart(reason: string) {
  clearTimeout(restartTimer)
  restartTimer = setTimeout(() => {
    console.log(`${reason} changed: restarting the server`)
    const previous = site
    site = previous
      .then((running) => running.stop())
      .catch(report)
      .then(start)
    site.catch(report)
  }, 100)
}

function report(error: unknown) {
  console.error(error instanceof Error ? error.stack : error)
}

// Vite reloads the pages; the files of the server are outside its root.
vite.watcher.add([join(rootDir, 'apps/server/src'), join(rootDir, 'packages')])
vite.watcher.on('change', (file) => {
  const isUsed = vite.environments.ssr.moduleGraph.getModulesByFile(file) !== undefined
  if (isUsed && !file.startsWith(web)) restart(relative(rootDir, file))
})

async function stop() {
  const running = await site.catch(() => null)
  await running?.stop()
  await vite.close()
  process.exit(0)
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())

await new Promise<void>((resolve) => server.listen(port, host, resolve))
await site.then(
  () => console.log(`Stoa is running at ${siteUrl}`),
  (error: unknown) => report(error),
)
