import type { ExternalUser, SignInResponse } from '@stoa/plugin-kit/connector'
import { definePlugin, type Kit, Rejection } from '@stoa/plugin-kit/server'
import { withRejections } from '@stoa/sign-in/failures'
import { readAssertion } from './assertion.ts'
import { createPage, newId } from './metadata.ts'
import { createQueue } from './one-at-a-time.ts'
import { createSaml } from './provider.ts'
import { assertStructure, DeniedError, EncryptedError } from './response-structure.ts'
import { readResponseXml } from './response-xml.ts'
import { readSettings, type Settings } from './settings.ts'
import { findProblems } from './settings-problems.ts'
import { toExternalUser } from './user.ts'

const inTurn = createQueue()

export default definePlugin({
  connector: {
    async start({ callbackUrl, state }, kit) {
      const settings = readUsableSettings(kit)
      const requestId = newId()
      const saml = createSaml({ settings, callbackUrl, requestId, isResponseSigned: false })
      const url = await saml.getAuthorizeUrlAsync(state, undefined, {})
      return { url, memory: { requestId } }
    },

    async finish(response, kit) {
      const settings = readUsableSettings(kit)
      const { label: name } = settings
      return await withRejections(kit, name, async () => {
        try {
          return await inTurn(() => finish(response, settings, kit))
        } catch (error) {
          if (error instanceof DeniedError) throw new Rejection(kit.t('denied', { name }))
          if (error instanceof EncryptedError) throw new Rejection(kit.t('encrypted', { name }))
          throw error
        }
      })
    },
  },

  page: ({ path }, kit) => (path === '' || path === '/' ? createPage(kit) : null),
  checkSettings: findProblems,
})

async function finish(
  { method, parameters, memory, callbackUrl }: SignInResponse,
  settings: Settings,
  kit: Kit,
): Promise<ExternalUser> {
  if (method !== 'POST') throw new Error('the response did not arrive in a form')
  const { requestId } = memory as { requestId: string }
  const login = { callbackUrl, requestId }
  const { text, root } = readResponseXml(parameters['SAMLResponse'] ?? '')
  const { isResponseSigned } = assertStructure(root, login, settings)
  const saml = createSaml({ settings, ...login, isResponseSigned })
  // The same bytes that were checked here.
  const SAMLResponse = Buffer.from(text).toString('base64')
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse })
  if (profile === null) throw new Error('the response has no user')
  const assertion = readAssertion(profile, login, settings)
  return toExternalUser(assertion, kit.settings, settings.idpEntityId)
}

function readUsableSettings(kit: Kit): Settings {
  const settings = readSettings(kit.settings, kit.site.url)
  if (
    settings.ssoUrl === '' ||
    settings.idpEntityId === '' ||
    settings.idpCertificates.length === 0
  )
    throw new Rejection(kit.t('unconfigured'))
  return settings
}
