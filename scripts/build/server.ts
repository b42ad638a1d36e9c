import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { rootDir } from '../services/ports.ts'
import { nodeChunks } from './chunks.ts'
import { lowMemoryMinify } from './minify.ts'
import { buildPluginKit } from './plugin-kit.ts'
import { webBundle } from './web.ts'

const appDir = join(rootDir, 'apps/server')
export const serverBundle = join(appDir, 'dist/stoa.js')

/** Not bundled: packages that load files relative to themselves, and an optional native driver. */
const external = [/^@electric-sql\/pglite/, /^pino(-pretty)?$/, /^pg-native$/, /^sharp$/]

/** Files that the code loads at run time, relative to itself. */
const dataFiles = ['src/features/people/auth/common-passwords.txt']

const messagesDir = join(rootDir, 'packages/locales/src')

/** Messages stay JSON files, because the source of a module stays in memory: 1.2 MB with those of all languages. */
const messageFiles: Plugin = {
  name: 'message-files',
  resolveId: {
    filter: { id: /\.json$/ },
    handler(id, importer = '') {
      if (!importer.startsWith(messagesDir)) return null
      const file = relative(messagesDir, join(dirname(importer), id))
      return { id: `../messages/${file}`, external: 'relative' }
    },
  },
}

/**
 * Includes the pages, so that both share one copy of the contract, Markdown and React. With messages as files, an idle process
 * takes 79 instead of 95 MB.
 */
export async function buildServer(pages = webBundle, folder = dirname(serverBundle)) {
  rmSync(folder, { recursive: true, force: true })
  const bundle = await rolldown({
    input: {
      stoa: join(appDir, 'src/main.ts'),
      pages,
      'render-worker': join(appDir, 'src/platform/rendering/render-worker.ts'),
      'image-worker': join(appDir, 'src/image-worker.ts'),
    },
    platform: 'node',
    tsconfig: join(appDir, 'tsconfig.json'),
    external,
    plugins: [messageFiles],
    resolve: { modules: ['node_modules', join(rootDir, 'apps/web/node_modules')] },
    logLevel: 'warn',
    transform: {
      define: {
        'process.env.NODE_ENV': JSON.stringify('production'),
        STOA_VERSION: JSON.stringify(version()),
        STOA_REVISION: JSON.stringify(revision()),
      },
    },
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    minify: lowMemoryMinify,
    codeSplitting: nodeChunks,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await bundle.close()
  await buildPluginHost(folder)
  await buildPluginKit(join(folder, 'plugin-kit'))
  for (const file of globSync('**/*.json', { cwd: messagesDir }))
    cpSync(join(messagesDir, file), join(folder, 'messages', file))
  for (const file of dataFiles) cpSync(join(appDir, file), join(folder, basename(file)))
}

/** A file of its own, because its process may read nothing of the server. */
async function buildPluginHost(folder: string) {
  const bundle = await rolldown({
    input: join(appDir, 'src/plugin-host.ts'),
    platform: 'node',
    tsconfig: join(appDir, 'tsconfig.json'),
    logLevel: 'warn',
  })
  await bundle.write({
    file: join(folder, 'plugin-host.js'),
    format: 'esm',
    minify: lowMemoryMinify,
  })
  await bundle.close()
}

function version() {
  const manifest = readFileSync(join(rootDir, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** Empty outside a git checkout. */
function revision() {
  const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: rootDir, encoding: 'utf8' })
  return git.status === 0 ? git.stdout.trim() : ''
}
