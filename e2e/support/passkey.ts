import type { Page } from '@playwright/test'

/** Adds a virtual authenticator that confirms user verification. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async failUserVerification() {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    },
  }
}
