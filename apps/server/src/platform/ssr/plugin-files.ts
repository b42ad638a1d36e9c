import { isLocale, type Locale } from '@stoa/locales/languages'
import type { Manifest } from '@stoa/plugin-kit/manifest'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { filesUrl, type InstalledPlugin } from '../../kernel/plugins.ts'
import { compressBody } from './compress.ts'
import { messagesOf } from './plugin-texts.ts'

/** How long pages that are still open get the files of a version that was replaced. */
const replacedMs = 60 * 60_000
const immutable = 'public, max-age=31536000, immutable'

/** Others are downloads. */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
}

function listPublicFiles({ ui, captcha, styles, assets }: Manifest): Set<string> {
  const names = [ui?.file, ...(ui?.frames ?? []), captcha?.file, styles, ...assets]
  return new Set(names.filter((name) => name !== undefined))
}

type PluginFile = { body: Buffer; type: string | null; isFrame?: boolean }

type Version = { plugin: InstalledPlugin; files: Set<string>; replacedAt: number | null }

/** Files of plugins for browsers: of those that are enabled, and for a while of their former versions. */
export function createPluginFiles(now: () => number) {
  const versions = new Map<string, Version>()

  return {
    setPlugins(enabled: readonly InstalledPlugin[]) {
      const slugs = new Set(enabled.map(({ slug }) => slug))
      for (const [url, version] of versions) {
        version.replacedAt ??= now()
        const isOld = now() - version.replacedAt > replacedMs
        if (isOld || !slugs.has(version.plugin.slug)) versions.delete(url)
      }
      for (const plugin of enabled) {
        const files = listPublicFiles(plugin.manifest)
        versions.set(filesUrl(plugin), { plugin, files, replacedAt: null })
      }
    },
    async read(url: string, name: string): Promise<PluginFile | null> {
      const version = versions.get(url)
      if (version === undefined) return null
      const { plugin, files } = version
      const locale = localeOfMessages(name)
      if (locale !== null)
        return { body: toModule(messagesOf(plugin.manifest, locale)), type: types['.js'] ?? null }
      const frame = /^~frames\/(.+)\.html$/.exec(name)?.[1]
      if (frame !== undefined && plugin.manifest.ui?.frames.includes(frame))
        return { body: toDocument(url + frame), type: 'text/html; charset=utf-8', isFrame: true }
      if (plugin.folder === null || !files.has(name)) return null
      const body = await readFile(join(plugin.folder, name)).catch(() => null)
      return body && { body, type: types[extname(name).toLowerCase()] ?? null }
    },
  }
}

/** No file of a package has such a name. */
function localeOfMessages(name: string): Locale | null {
  const locale = /^~messages\/(\w+)\.js$/.exec(name)?.[1]
  return locale !== undefined && isLocale(locale) ? locale : null
}

const toModule = (value: object) => Buffer.from(`export default ${JSON.stringify(value)}\n`)

const toDocument = (script: string) =>
  Buffer.from(
    `<!doctype html><meta charset="utf-8"><script type="module" src="${script}"></script>`,
  )

/** A document of its own, without an origin: it has no cookies and no storage, and sends nothing. */
const frameRules = [
  'sandbox allow-scripts',
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'unsafe-inline'`,
  'img-src data:',
  'font-src data:',
  `frame-ancestors 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ')

type Params = { slug: string; hash: string; '*': string }

export function mountPluginFiles(
  app: FastifyInstance,
  files: Pick<ReturnType<typeof createPluginFiles>, 'read'>,
) {
  const options = { config: { bypassesLimiter: true } } as const
  app.get<{ Params: Params }>('/_plugins/:slug/:hash/*', options, async (request, reply) => {
    const { slug, hash, '*': name } = request.params
    const file = await files.read(`/_plugins/${slug}/${hash}/`, name)
    if (file === null) return reply.code(404).type('text/plain; charset=utf-8').send('')
    if (file.type === null) reply.header('content-disposition', 'attachment')
    if (file.isFrame === true) reply.header('content-security-policy', frameRules)
    reply.type(file.type ?? 'application/octet-stream').header('cache-control', immutable)
    // For modules of frames, which have no origin.
    reply.header('access-control-allow-origin', '*')
    const { bytes, encoding } = await compressBody(request.headers['accept-encoding'], file.body)
    if (encoding !== null)
      reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
    return reply.send(bytes)
  })
}
