import { generalSettings } from '@stoa/contract/settings/site'
import { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { sendOutside } from '../../site/network/outgoing.actions.ts'

const Release = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  url: z.url({ protocol: /^https$/ }).max(500),
})
export type Release = z.output<typeof Release>

const cachePolicy = { ttlSeconds: 6 * 3_600 }
/** Within the time of a check of the health page. */
const timeoutMs = 1_200
const maxBytes = 10_000

/**
 * The newest release as the URL of the operator says, asked when an admin looks, at most every six hours. Null if it
 * could not be read. Undefined if updates are not checked.
 */
export async function findNewestRelease(ctx: Context): Promise<Release | null | undefined> {
  const url = ctx.config.update_url
  if (url === undefined || !ctx.settings.get(generalSettings).check_update) return undefined
  return await ctx.cache.getOrSet('newest-release', cachePolicy, () => readRelease(ctx, url))
}

async function readRelease(ctx: Context, url: string): Promise<Release | null> {
  try {
    const { status, body } = await sendOutside(
      { url, method: 'GET', headers: { accept: 'application/json' }, body: null },
      // Operators may have a copy in their own network.
      { allowsPrivate: true, maxBodyBytes: maxBytes, timeoutMs },
    )
    if (status !== 200) throw new Error(`the response has the status ${status}`)
    return Release.parse(JSON.parse(body.toString('utf8')))
  } catch (error) {
    ctx.log.warn({ err: error }, 'reading the newest release failed')
    return null
  }
}
