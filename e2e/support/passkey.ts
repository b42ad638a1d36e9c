import type { Page } from '@playwright/test'

/** Gives a page a device with a passkey store, and a person who puts their finger on it. */
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
    /** Someone else's finger. */
    async refuseFinger() {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    },
  }
}
