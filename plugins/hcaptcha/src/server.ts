import { definePlugin, type Kit, type KitResponse } from '@stoa/plugin-kit/server'

const url = 'https://api.hcaptcha.com/siteverify'

/** https://docs.hcaptcha.com/#verify-the-user-response-server-side */
type Verification = {
  success: boolean
  hostname: string
  'error-codes': string[]
}

export default definePlugin({
  async verifyCaptcha({ code, ip }, kit) {
    const result = await verify(kit, code, kit.settings['send_ip'] === true ? ip : '')
    if (!result.success) {
      failIfOwnFault(result)
      return false
    }
    return isHostOf(kit.site.url, result.hostname)
  },
  actions: {
    async test(kit) {
      const result = await verify(kit, 'test', '')
      failIfOwnFault(result)
      return 'hCaptcha accepts the secret key.'
    },
  },
})

async function verify({ fetch, settings }: Kit, code: string, ip: string): Promise<Verification> {
  const fields = {
    secret: String(settings['secret_key']),
    sitekey: String(settings['site_key']),
    response: code,
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(ip === '' ? fields : { ...fields, remoteip: ip }).toString(),
  })
  return parse(response)
}

function parse({ status, body }: KitResponse): Verification {
  const result = status >= 500 ? {} : (JSON.parse(body) as Partial<Verification>)
  if (typeof result.success !== 'boolean')
    throw new Error(`hCaptcha responded with status ${status}`)
  const { success, hostname = '', 'error-codes': codes = [] } = result
  return { success, hostname, 'error-codes': codes }
}

/** It leaves the host out while there is much traffic. */
function isHostOf(siteUrl: string, hostname: string): boolean {
  return hostname === 'not-provided' || hostname === new URL(siteUrl).hostname
}

const ownFaults = ['missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch']

/** Not the fault of the user, so that the site uses its own captcha. */
function failIfOwnFault({ 'error-codes': codes }: Verification) {
  const fault = codes.find((code) => ownFaults.includes(code))
  if (fault !== undefined) throw new Error(`hCaptcha rejected the request: ${fault}`)
}
