import { changeThemeSettings } from '@stoa/contract/features/site-settings'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let pages: PageProcess

beforeAll(async () => {
  site = await aSite()
  pages = await aPageProcess(site.ctx.config, site.ctx.clock)
})
afterAll(async () => {
  await pages.close()
  await site.close()
})

it('draws the header of cached pages in the primary color, allowed by the policy, when an admin chooses so', async () => {
  await expect.poll(async () => (await pages.read('/')).cache).toBe('hit')
  const plain = await pages.read('/')
  expect(plain.body).not.toContain('body>header')
  expect(plain.body).not.toContain('hasColoredHeader')

  const admin = site.as((await aUser(site.ctx, { role: 'admin' })).token)
  const colors = { primary_color: '#c2410c', navbar_style: 'colored' } as const
  await admin.call(changeThemeSettings, { theme_config: { default: colors } })
  await expect.poll(async () => (await pages.read('/')).body).toContain('body>header')
  const { body, headers } = await pages.read('/')
  const style = /<style>(:root[^<]*)<\/style>/.exec(body)?.[1] ?? ''
  expect(style).toContain(':root body>header{--paper:#c2410c;')
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
  expect(body).toContain(
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#c2410c"/>',
  )
})
