import { login, register } from '@stoa/contract/features/accounts'
import { baseInfo } from '@stoa/contract/features/install'
import { listQuestions } from '@stoa/contract/features/questions'
import { siteInfo } from '@stoa/contract/features/site'
import { getPrivilegeSettings } from '@stoa/contract/features/site-settings'
import { type CommunityKind, communityKinds } from '@stoa/contract/settings/community-kinds'
import { afterEach, describe, expect, it } from 'vitest'
import { aSiteForm, installKeyEnv, installKeyHeaders } from '../../../../test/installer.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'

let site: TestSite
afterEach(() => site.close())

async function install(input: { community?: CommunityKind; login_required?: boolean }) {
  site = await aSite({ isInstalled: false, env: installKeyEnv })
  const { statusCode } = await site.app.inject({
    method: 'POST',
    url: baseInfo.path,
    headers: installKeyHeaders,
    payload: { ...aSiteForm, ...input },
  })
  expect(statusCode).toBe(200)
  const { email: e_mail, password: pass } = aSiteForm
  const { access_token: token } = await site.as().call(login, { e_mail, pass })
  const { selected_level: level } = await site.as(token).call(getPrivilegeSettings, {})
  const robots = (await site.app.inject({ url: '/robots.txt' })).body
  return { level, isIndexed: !robots.includes('Disallow: /\n') }
}

const canRead = () => site.as().call(listQuestions, {})
const canJoin = () =>
  site.as().call(register, { name: 'Ada', e_mail: 'ada@example.org', pass: 'bread and some salt' })

describe('POST installation/base-info', () => {
  it.each([{}, { community: 'public' as const }])('with %j keeps the defaults', async (input) => {
    expect(await install(input)).toEqual({ level: 2, isIndexed: true })
    await canRead()
    await canJoin()
  })

  it('creates a site for a company, closed to others', async () => {
    expect(await install({ community: 'company' })).toEqual({ level: 1, isIndexed: false })
    await expectError(canRead(), 'auth.required')
    await expectError(canJoin(), 'account.registration_closed')
  })

  it('creates a site for a course, with a welcome text', async () => {
    expect(await install({ community: 'course' })).toEqual({ level: 1, isIndexed: false })
    await canRead()
    await expectError(canJoin(), 'account.registration_closed')
    const { general } = await site.as().call(siteInfo, {})
    expect(general.description).toContain('Welcome!')
  })

  it.each(communityKinds)('lets login_required override what %s sets', async (community) => {
    await install({ community, login_required: community !== 'company' })
    if (community === 'company') await canRead()
    else await expectError(canRead(), 'auth.required')
  })
})
