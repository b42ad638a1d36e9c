import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import serif from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url'

/** Fonts used by the first paint. */
export const fontPreloads: readonly string[] = [inter, serif]
