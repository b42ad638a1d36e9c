import type Sharp from 'sharp'

let loading: Promise<typeof Sharp> | undefined

/** What draws images. Loaded with the first one that is drawn: it takes 25 MB, which most processes never need. */
export function imageLibrary() {
  return (loading ??= load())
}

async function load() {
  const { default: sharp } = await import('sharp')
  // Only the decoders of the kinds that are taken in; the many others have been the way in for attacks.
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
