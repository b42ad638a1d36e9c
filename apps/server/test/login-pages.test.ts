import { loginSettings } from '@stoa/contract/settings/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isStale } from '../../../scripts/build/stale.ts'
import { buildWeb, webBundle } from '../../../scripts/build/web.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { withServerLock } from './databases.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aSite, type TestSite } from './site.ts'

const pass = 'columns of marble'
const passwordField = 'autocomplete="current-password"'
const offMessage = 'Password login is turned off on this site.'
let site: TestSite
let pages: PageProcess

beforeAll(async () => {
  await withServerLock(async () => {
    if (isStale(webBundle, 'web')) buildWeb()
  })
  site = await aSite()
  pages = await aPageProcess(site.ctx.config, site.ctx.clock)
}, 240_000)
afterAll(async () => {
  await pages.close()
  await site.close()
})

async function setPasswordLogin(allow_password_login: boolean) {
  await transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { allow_password_login }))
  await expect
    .poll(() => pages.ctx.settings.get(loginSettings).allow_password_login, { timeout: 20_000 })
    .toBe(allow_password_login)
}

/** Without script elements. */
async function htmlOf(path: string, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { cookie: `sid=${token}` }
  const { body } = await pages.read(path, headers)
  return body.replaceAll(/<script[^>]*>.*?<\/script>/gs, '').toLowerCase()
}

describe('pages with password login off', { timeout: 60_000 }, () => {
  it('the login page hides the password form and keeps the passkey', async () => {
    const before = await htmlOf('/users/login')
    expect(before).toContain(passwordField)
    expect(before).toContain('/users/account-recovery')
    await setPasswordLogin(false)
    const html = await htmlOf('/users/login')
    expect(html).toContain(offMessage.toLowerCase())
    expect(html).toContain('continue with passkey')
    expect(html).not.toContain(passwordField)
    expect(html).not.toContain('/users/account-recovery')
    expect(html).not.toContain('or with email')
  })

  it('the recovery page hides its form', async () => {
    await setPasswordLogin(false)
    const html = await htmlOf('/users/account-recovery')
    expect(html).toContain(offMessage.toLowerCase())
    expect(html).not.toContain('name="e_mail"')
    await setPasswordLogin(true)
    expect(await htmlOf('/users/account-recovery')).toContain('name="e_mail"')
  })

  it('the settings page explains what the password is still used for', async () => {
    const { token } = await aUser(site.ctx, { password: pass })
    await setPasswordLogin(false)
    const html = await htmlOf('/users/settings/account', token)
    expect(html).toContain('yours confirms changes to your account')
    await setPasswordLogin(true)
    expect(await htmlOf('/users/settings/account', token)).not.toContain('confirms changes')
  })
})

describe('POST /users/login', { timeout: 60_000 }, () => {
  it('sets a session cookie and a device cookie that scripts cannot read', async () => {
    await setPasswordLogin(true)
    const { email } = await aUser(site.ctx, { password: pass })
    const response = await fetch(`${pages.url}/users/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: 'http://localhost:3000' },
      body: new URLSearchParams({ e_mail: email, pass }),
    })
    expect(response.status).toBe(302)
    const cookies = response.headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['sid', 'device'])
    for (const cookie of cookies) expect(cookie).toContain('HttpOnly; SameSite=Lax')
  })
})
