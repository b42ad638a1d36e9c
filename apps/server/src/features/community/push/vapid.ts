import { generalSettings } from '@stoa/contract/settings/site'
import { createECDH } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'

export type VapidDetails = { subject: string; publicKey: string; privateKey: string }

type Services = Pick<Context, 'deriveKey' | 'settings'>

/**
 * The keys with which push services recognize the site. Derived from the site secret, so that they exist from the
 * installation on, are the same in all processes, and are encrypted with it.
 */
export async function getVapidDetails(ctx: Services): Promise<VapidDetails> {
  return { subject: subjectOf(ctx), ...(await deriveKeys(ctx)) }
}

export async function deriveKeys({ deriveKey }: Pick<Context, 'deriveKey'>) {
  const ecdh = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    const key = await deriveKey(attempt === 0 ? 'web push' : `web push ${attempt}`)
    try {
      ecdh.setPrivateKey(key)
    } catch (error) {
      // One in four billion numbers is outside of the curve's order.
      if (attempt > 0) throw error
      continue
    }
    return {
      publicKey: ecdh.getPublicKey('base64url'),
      privateKey: ecdh.getPrivateKey('base64url'),
    }
  }
}

/** How the operator of a push service reaches the site. */
function subjectOf({ settings }: Pick<Context, 'settings'>) {
  const { contact_email: email, site_url: url } = settings.get(generalSettings)
  if (email !== '') return `mailto:${email}`
  return url.startsWith('https:') ? url : 'mailto:stoa@localhost'
}
