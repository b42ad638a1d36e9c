import type Sharp from 'sharp'

let loading: Promise<typeof Sharp> | undefined

/** Loaded on first use: it takes 25 MB, which most processes never need. */
export function loadImageLibrary() {
  return (loading ??= load())
}

async function load() {
  const { default: sharp } = await import('sharp')
  // Only the decoders of accepted formats: the others enlarge the attack surface.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
