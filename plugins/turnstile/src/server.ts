import { definePlugin, type Kit, type KitResponse } from '@stoa/plugin-kit/server'

const url = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const maxCodeLength = 2048

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
type Verification = {
  success: boolean
  hostname: string
  action: string
  'error-codes': string[]
}

export default definePlugin({
  async verifyCaptcha({ code, action, ip }, kit) {
    if (code.length > maxCodeLength) return false
    const result = await verify(kit, code, kit.settings['send_ip'] === true ? ip : '')
    if (!result.success) {
      failIfOwnFault(result)
      return false
    }
    return result.action === action && result.hostname === new URL(kit.site.url).hostname
  },
  actions: {
    async test(kit) {
      const result = await verify(kit, 'test', '')
      failIfOwnFault(result)
      return 'Cloudflare accepts the secret key.'
    },
  },
})

async function verify(kit: Kit, code: string, ip: string): Promise<Verification> {
  const fields = { secret: String(kit.settings['secret_key']), response: code }
  const response = await kit.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(ip === '' ? fields : { ...fields, remoteip: ip }).toString(),
  })
  return parse(response)
}

/** The status of a rejection is 400 or 200. */
function parse({ status, body }: KitResponse): Verification {
  const result = status >= 500 ? {} : (JSON.parse(body) as Partial<Verification>)
  if (typeof result.success !== 'boolean')
    throw new Error(`Cloudflare responded with status ${status}`)
  const { success, hostname = '', action = '', 'error-codes': codes = [] } = result
  return { success, hostname, action, 'error-codes': codes }
}

const ownFaults = ['missing-input-secret', 'invalid-input-secret', 'internal-error']

/** Not the fault of the user, so that the site uses its own captcha. */
function failIfOwnFault({ 'error-codes': codes }: Verification) {
  const fault = codes.find((code) => ownFaults.includes(code))
  if (fault !== undefined) throw new Error(`Cloudflare rejected the request: ${fault}`)
}
