import { createHash } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import { PluginRejection } from '../../../kernel/plugins.ts'
import type { Caller } from '../../../kernel/route.ts'
import { type CountedAction, countAction } from './action-counts.ts'
import { pluginPauseMs } from './captcha.rules.ts'
import type { Captcha } from './captchas.ts'

/** Services accept a code once, and for minutes. This is for those that do not. */
const codeMemoryMs = 24 * 60 * 60_000

/** A code works once, whichever captcha it is sent for. */
export function useOfCode(plugin: string, code: string, now: Date) {
  const hash = createHash('sha256').update(code).digest('base64url')
  return { id: `${plugin} ${hash}`, expiresAt: new Date(now.getTime() + codeMemoryMs) }
}

/** A failure is not a solution. It is counted, so that the next captcha is one of the site. */
export async function verifyWithPlugin(
  ctx: Context,
  { plugin, action }: Captcha,
  { code, caller }: { code: string; caller: Caller },
): Promise<boolean> {
  const { locale, ip } = caller
  try {
    const pluginCaller = { locale, ip, viewer: null, token: null }
    return await ctx.plugins.call(plugin, 'verifyCaptcha', { code, action, ip }, pluginCaller)
  } catch (error) {
    if (error instanceof PluginRejection) return false
    ctx.log.warn({ err: error, plugin }, 'captcha of a plugin was not verified')
    await countAction(ctx.autocommit, pluginFailures(plugin), ctx.clock.now(), pluginPauseMs)
    return false
  }
}

export const pluginFailures = (plugin: string): CountedAction => ({
  action: 'plugin_failed',
  subject: plugin,
})
