import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageLibrary } from '../../kernel/images/image-library.ts'
import { unwrapWoff } from './cards.woff.ts'

/** The names the faces call themselves by. Other scripts are drawn with what the machine has. */
export const faces = { serif: 'Source Serif 4 SemiBold', sans: 'Inter Medium' } as const

const parts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese']
const serifHome = import.meta
  .resolve('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff')
const sansHome = import.meta.resolve('@fontsource/inter/files/inter-latin-500-normal.woff')
const files = parts.flatMap((part) => [
  new URL(`source-serif-4-${part}-600-normal.woff`, serifHome),
  new URL(`inter-${part}-500-normal.woff`, sansHome),
])

let made: Promise<void> | null = null

/** Makes the product's own faces known to whatever draws text in this process. Once is enough. */
export function loadFaces(): Promise<void> {
  made ??= load()
  return made
}

async function load() {
  const sharp = await imageLibrary()
  const folder = mkdtempSync(join(tmpdir(), 'stoa-faces-'))
  for (const file of files) {
    const fontfile = join(folder, `${randomUUID()}.ttf`)
    writeFileSync(fontfile, unwrapWoff(readFileSync(file)))
    // A face is known to the process from the first text that names its file.
    await sharp({ text: { text: 'x', fontfile } }).metadata()
  }
}
