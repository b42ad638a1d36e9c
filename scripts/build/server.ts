import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { rootDir } from '../services/ports.ts'
import { nodeChunks } from './chunks.ts'
import { lowMemoryMinify } from './minify.ts'

const appDir = join(rootDir, 'apps/server')
export const serverBundle = join(appDir, 'dist/stoa.js')

/**
 * Not bundled: packages that load files relative to themselves, React (shared with the pages), and an optional native
 * driver.
 */
const external = [
  /^@electric-sql\/pglite/,
  /^pino(-pretty)?$/,
  /^react(-dom)?($|\/)/,
  /^pg-native$/,
  /^sharp$/,
]

/** Files that the code loads at run time, relative to itself. */
const dataFiles = ['src/features/people/auth/common-passwords.txt']

export async function buildServer() {
  rmSync(join(appDir, 'dist'), { recursive: true, force: true })
  const bundle = await rolldown({
    input: {
      stoa: join(appDir, 'src/main.ts'),
      'render-worker': join(appDir, 'src/platform/rendering/render-worker.ts'),
      'image-worker': join(appDir, 'src/image-worker.ts'),
    },
    platform: 'node',
    tsconfig: join(appDir, 'tsconfig.json'),
    external,
    logLevel: 'warn',
    transform: {
      define: {
        STOA_VERSION: JSON.stringify(version()),
        STOA_REVISION: JSON.stringify(revision()),
      },
    },
  })
  await bundle.write({
    dir: join(appDir, 'dist'),
    format: 'esm',
    sourcemap: true,
    minify: lowMemoryMinify,
    codeSplitting: nodeChunks,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await bundle.close()
  for (const file of dataFiles) cpSync(join(appDir, file), join(appDir, 'dist', basename(file)))
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
