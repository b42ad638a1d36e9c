import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { shimSource } from './plugin-shims.ts'

/** Scripts of plugins import these names. Returns their URLs for the import map. */
export function mountSharedModules(
  app: FastifyInstance,
  modules: Readonly<Record<string, object>>,
): Record<string, string> {
  const imports = Object.entries(modules).map(([name, module]) => {
    const source = shimSource(name, module)
    const path = `/_shared/${name.replaceAll(/\W+/g, '-')}.${hashOf(source)}.js`
    app.get(path, { config: { bypassesLimiter: true } }, (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(source),
    )
    return [name, path] as const
  })
  return Object.fromEntries(imports)
}

function hashOf(source: string) {
  return createHash('sha256').update(source).digest('hex').slice(0, 10)
}
