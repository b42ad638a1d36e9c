// The source files of the product and their imports.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'

export type Import = { specifier: string; line: number; isType: boolean }
export type ImportsByFile = Record<string, Import[]>

const folders = '{packages,apps,plugins,e2e,scripts,bench}'
const excludedFolders = new Set(['node_modules', 'dist', 'build', '.react-router', '.test-results'])

/** Sorted paths of all TypeScript files, relative to the root. */
export function listSources(root: string): string[] {
  const exclude = (path: string) => path.split('/').some((part) => excludedFolders.has(part))
  return globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root, exclude }).toSorted()
}

export function readSource(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

export function readImports(root: string): ImportsByFile {
  return Object.fromEntries(
    listSources(root).map((file) => [file, importsOf(file, readSource(root, file))]),
  )
}

/** Static, re-exported and literal dynamic imports. */
export function importsOf(file: string, text: string): Import[] {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const statics = module.staticImports.map((node) => ({
    specifier: node.moduleRequest.value,
    line: lineAt(node.start),
    isType: /^import\s+type\b/.test(text.slice(node.start, node.end)),
  }))
  const reexports = module.staticExports.flatMap((node) => {
    const from = node.entries.find((entry) => entry.moduleRequest)?.moduleRequest
    return from ? [{ specifier: from.value, line: lineAt(node.start), isType: false }] : []
  })
  const dynamics = module.dynamicImports.flatMap((node) => {
    const literal = /^['"](.+)['"]$/.exec(
      text.slice(node.moduleRequest.start, node.moduleRequest.end),
    )?.[1]
    return literal ? [{ specifier: literal, line: lineAt(node.start), isType: false }] : []
  })
  return [...statics, ...reexports, ...dynamics]
}
