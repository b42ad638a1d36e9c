import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { rootDir } from '../services/ports.ts'
import { smallInMemory } from './small-in-memory.ts'

const appDir = join(rootDir, 'apps/server')
export const serverBundle = join(appDir, 'dist/stoa.js')

/**
 * What cannot be bundled: files that load other files by their own path, React, which the pages share, and an
 * optional native driver. All the rest is a few dozen files: finding hundreds of modules is half of a start, and reading
 * one large one takes 30 MB that are not given back.
 */
const external = [
  /^@electric-sql\/pglite/,
  /^pino(-pretty)?$/,
  /^react(-dom)?($|\/)/,
  /^pg-native$/,
  /^sharp$/,
]

/** What the code reads from beside itself when it is first needed. */
const dataFiles = ['src/features/accounts/common-passwords.txt']

export async function buildServer() {
  rmSync(join(appDir, 'dist'), { recursive: true, force: true })
  const bundle = await rolldown({
    input: {
      stoa: join(appDir, 'src/main.ts'),
      'render-worker': join(appDir, 'src/kernel/render-worker.ts'),
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
    minify: smallInMemory,
    codeSplitting: {
      groups: [{ name: packageOf, debugName: 'packages', test: /node_modules/, minSize: 50_000 }],
    },
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await bundle.close()
  for (const file of dataFiles) cpSync(join(appDir, file), join(appDir, 'dist', basename(file)))
}

/** The package a module is from. */
function packageOf(file: string) {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]?.replace('/', '-') ?? null
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
