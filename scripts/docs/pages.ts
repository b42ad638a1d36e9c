import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../services/ports.ts'

export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  ...markdownIn('docs'),
  ...markdownIn('docs/decisions'),
]

function markdownIn(folder: string) {
  return readdirSync(join(rootDir, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`)
}

export function readPage(page: string): string {
  return readFileSync(join(rootDir, page), 'utf8')
}

/** A file of a tutorial has its path after the language. */
const fence = /^ *```(\w*)(?: [\w./-]+)?\n(.*?)^ *```$/gms

/** What is in backticks, without the bad examples: the left column of tables headed "Instead of". */
export function listCodeSpans(text: string): string[] {
  const prose = text
    .replaceAll(fence, '')
    .replaceAll(/^\| Instead of \|.*\n\|---.*\n(\|.*\n)+/gm, keepRight)
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}

function keepRight(table: string) {
  return table.replaceAll(/^\|[^|]*\|/gm, '|')
}

/** Commands of this repository in code blocks. A description follows after three spaces. */
export function listCommands(text: string): string[] {
  const lines = listBlocks(text, '').flatMap((block) => block.split('\n'))
  const commands = lines.flatMap((line) => (line.split('   ')[0] ?? '').split(' && '))
  return commands.filter((command) => /^(pnpm|stoa) /.test(command))
}

export function listBlocks(text: string, language: string): string[] {
  return [...text.matchAll(fence)].flatMap(([, name, block = '']) =>
    name === language ? [block] : [],
  )
}
