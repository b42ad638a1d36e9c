import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadImageLibrary } from '../../../kernel/images.ts'
import { unwrapWoff } from './cards.woff.ts'

/** Family names inside the font files. Other scripts use the fonts of the machine. */
export const fonts = { serif: 'Source Serif 4 SemiBold', sans: 'Inter Medium' } as const

const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese']
const serifUrl = import.meta
  .resolve('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff')
const sansUrl = import.meta.resolve('@fontsource/inter/files/inter-latin-500-normal.woff')
const files = subsets.flatMap((part) => [
  new URL(`source-serif-4-${part}-600-normal.woff`, serifUrl),
  new URL(`inter-${part}-500-normal.woff`, sansUrl),
])

let loading: Promise<void> | null = null

/** Registers the bundled fonts with the image library of this process, once. */
export function loadFonts(): Promise<void> {
  loading ??= loadAll()
  return loading
}

async function loadAll() {
  const sharp = await loadImageLibrary()
  const folder = mkdtempSync(join(tmpdir(), 'stoa-fonts-'))
  for (const file of files) {
    const fontfile = join(folder, `${randomUUID()}.ttf`)
    writeFileSync(fontfile, unwrapWoff(readFileSync(file)))
    // Rendering a text with a font file registers the font.
    await sharp({ text: { text: 'x', fontfile } }).metadata()
  }
}
