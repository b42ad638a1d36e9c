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
  return new Set([ui?.file, captcha?.file, styles, ...assets].filter((name) => name !== undefined))
}

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
    async read(url: string, name: string): Promise<{ body: Buffer; type: string | null } | null> {
      const version = versions.get(url)
      if (version === undefined) return null
      const { plugin, files } = version
      const locale = localeOfMessages(name)
      if (locale !== null)
        return { body: toModule(messagesOf(plugin.manifest, locale)), type: types['.js'] ?? null }
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
    reply.type(file.type ?? 'application/octet-stream').header('cache-control', immutable)
    const { bytes, encoding } = await compressBody(request.headers['accept-encoding'], file.body)
    if (encoding !== null)
      reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
    return reply.send(bytes)
  })
}
