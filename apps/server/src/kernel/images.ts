import type Sharp from 'sharp'

/** Runs in the image process only; input and output are structured-cloned. */
export type ImageJob<Input, Output> = {
  readonly name: string
  run(input: Input): Promise<Output>
}

export type StopReason = 'cpu' | 'memory' | 'time' | 'crash'

/** The job exceeded a limit or crashed the image process. */
export class ImageTooCostly extends Error {
  readonly limit: StopReason
  constructor(limit: StopReason) {
    super(`image job stopped: ${limit}`)
    this.name = 'ImageTooCostly'
    this.limit = limit
  }
}

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
