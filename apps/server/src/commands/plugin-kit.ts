import { kitVersion } from '@stoa/plugin-kit/manifest'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const isSource = import.meta.url.endsWith('.ts')
const built = new URL('plugin-kit/', import.meta.url)
const source = new URL('../../../../packages/plugin-kit/src/', import.meta.url)

/** Puts the kit of this site where Node finds it for the tests of a plugin. It is not part of the package. */
export function writeKit(folder: string): string {
  const target = join(folder, 'node_modules/@stoa/plugin-kit')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  if (isSource) writeReferences(target)
  else cpSync(fileURLToPath(built), target, { recursive: true })
  return `Version ${kitVersion} of the kit is in ${target}.`
}

/** In development, to the source. */
function writeReferences(target: string) {
  const names = ['server', 'testing']
  const exports = Object.fromEntries(names.map((name) => [`./${name}`, `./${name}.js`]))
  writeFileSync(join(target, 'package.json'), JSON.stringify({ type: 'module', exports }))
  for (const name of names) {
    const file = fileURLToPath(new URL(`${name}.ts`, source))
    writeFileSync(join(target, `${name}.js`), `export * from ${JSON.stringify(file)}\n`)
  }
}
