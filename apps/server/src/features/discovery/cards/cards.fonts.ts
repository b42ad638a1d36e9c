import { join } from 'node:path'
import { loadImageLibrary } from '../../../kernel/images.ts'
import { findBundledFolder } from '../../../kernel/release.ts'

/** Family names inside the font files. Other scripts use the fonts of the machine. */
export const fonts = { serif: 'Source Serif 4 SemiBold', sans: 'Inter Medium' } as const

const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese']
const files = subsets.flatMap((part) => [`source-serif-4-${part}.ttf`, `inter-${part}.ttf`])

let loading: Promise<void> | null = null

/** Registers the bundled fonts with the image library of this process, once. */
export function loadFonts(): Promise<void> {
  loading ??= loadAll()
  return loading
}

async function loadAll() {
  const sharp = await loadImageLibrary()
  const folder = findBundledFolder('fonts', 'inter-latin.ttf')
  for (const file of files) {
    // Rendering a text with a font file registers the font.
    await sharp({ text: { text: 'x', fontfile: join(folder, file) } }).metadata()
  }
}
