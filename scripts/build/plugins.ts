import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { manifestFile } from '@stoa/plugin-kit/manifest'
import { writePackage } from '@stoa/plugin-kit/package'
import { type InputOptions, rolldown } from 'rolldown'
import { esmExternalRequirePlugin } from 'rolldown/plugins'
import { rootDir } from '../services/ports.ts'
import { replaceModules } from './replaced-modules.ts'

/** What plugins get from the site when they run. */
const provided = [/^@stoa\/plugin-kit\//, /^react(-dom)?(\/|$)/]
const ofNode = new RegExp(`^(node:)?(${builtinModules.join('|')})$`)
const options: Record<string, () => InputOptions> = {
  server: () => ({
    external: provided,
    platform: 'neutral',
    resolve: { mainFields: ['main'], conditionNames: ['node'] },
    // Libraries in CommonJS may use modules of Node. Their require calls become imports, which the plugin host checks.
    plugins: [replaceModules(), esmExternalRequirePlugin({ external: [ofNode] })],
  }),
  ui: () => ({ external: provided, platform: 'neutral' }),
  captcha: () => ({ platform: 'neutral' }),
}

/** Packs the plugins of this repository: `<slug>.tgz` in a folder beside the server. */
export async function buildPlugins(folder = join(rootDir, 'apps/server/dist/plugins')) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const manifest of globSync(`plugins/*/${manifestFile}`, { cwd: rootDir }).sort()) {
    const source = join(rootDir, dirname(manifest))
    writeFileSync(join(folder, `${basename(source)}.tgz`), await packPlugin(source))
  }
}

/** The archive of a plugin whose code is in `src`. */
export async function packPlugin(source: string): Promise<Buffer> {
  const files = new Map<string, Buffer>()
  for (const [part, optionsOf] of Object.entries(options)) {
    const [entry] = globSync(`src/${part}.{ts,tsx}`, { cwd: source })
    if (entry === undefined) continue
    files.set(`${part}.js`, await bundle({ ...optionsOf(), input: join(source, entry) }))
  }
  for (const file of globSync('{assets/**/*.*,*.css}', { cwd: source }))
    files.set(file, readFileSync(join(source, file)))
  const frames = await bundleFrames(source)
  for (const [name, code] of frames) files.set(name, code)
  files.set(manifestFile, completeManifest(source, [...frames.keys()]))
  return writePackage(files)
}

/** Browsers load the parts of frames one by one, so that large libraries are not loaded whole. */
async function bundleFrames(source: string): Promise<Map<string, Buffer>> {
  const input = globSync('src/frames/*.ts', { cwd: source }).map((file) => join(source, file))
  if (input.length === 0) return new Map()
  const build = await rolldown({ input, platform: 'browser' })
  const { output } = await build.generate({
    format: 'esm',
    minify: true,
    dir: 'frames',
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  const chunks = output.filter((file) => file.type === 'chunk')
  return new Map(chunks.map(({ fileName, code }) => [`frames/${fileName}`, Buffer.from(code)]))
}

function completeManifest(source: string, frames: readonly string[]): Buffer {
  const text = readFileSync(join(source, manifestFile), 'utf8')
  if (frames.length === 0) return Buffer.from(text)
  const manifest = JSON.parse(text) as { assets?: string[] }
  return Buffer.from(
    JSON.stringify({ ...manifest, assets: [...(manifest.assets ?? []), ...frames] }),
  )
}

async function bundle(input: InputOptions): Promise<Buffer> {
  const build = await rolldown(input)
  const { output } = await build.generate({ format: 'esm', codeSplitting: false })
  await build.close()
  return Buffer.from(output[0].code)
}
