import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import serif from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url'

/** The faces of the first paint, for `<link rel="preload" as="font" crossorigin>` in the head. */
export const fontPreloads: readonly string[] = [inter, serif]
