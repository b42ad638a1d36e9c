import { listQuestions } from '@stoa/contract/features/questions'
import { loginSettings } from '@stoa/contract/settings/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPageProcess, type PageProcess } from '../../../test/pages.ts'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aUser } from '../../features/people/auth/accounts.factory.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'

let site: TestSite
let pages: PageProcess
let networks = 0
let network: string
let token: string

beforeAll(async () => {
  site = await aSite({ env: { STOA_TRUST_PROXY: '127.0.0.1' } })
  pages = await aPageProcess(site.ctx.config, site.ctx.clock)
})
beforeEach(async () => {
  network = `10.0.0.${++networks}`
  token = (await aUser(site.ctx)).token
})
afterAll(async () => {
  await pages.close()
  await site.close()
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const feed = '/feed.atom'
const sitemap = '/sitemap.xml'
// The query keeps it out of the page cache, which needs no permit.
const page = '/questions?n=1'
const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
const cookie = (value: string) => ({ cookie: `sid=${value}` })

async function countByPriority() {
  const found = await pages.ctx.metrics.permitWait.get()
  const counts = found.values.filter(({ metricName }) => metricName?.endsWith('_count') === true)
  return new Map(counts.map(({ labels, value }) => [String(labels.rank), value]))
}

/** Returns the priority that a request got, read from the metrics. */
async function priorityOf(path: string, headers: Record<string, string>, from = network) {
  const before = await countByPriority()
  await pages.read(path, { 'user-agent': firefox, 'x-forwarded-for': from, ...headers })
  const after = await countByPriority()
  return [...after].find(([priority, count]) => count > (before.get(priority) ?? 0))?.[0]
}

describe('priority under load', () => {
  it.each([page, feed, sitemap])('ignores Authorization at %s', async (path) => {
    expect(await priorityOf(path, bearer('forged'))).toBe('visitor')
    expect(await priorityOf(path, bearer(token))).toBe('visitor')
  })

  it.each([feed, sitemap])('counts a cookie at %s once the session is verified', async (path) => {
    expect(await priorityOf(path, cookie('forged'))).toBe('visitor')
    expect(await priorityOf(path, cookie(token))).toBe('visitor')
    await priorityOf(listQuestions.path, bearer(token))
    expect(await priorityOf(path, cookie(token))).toBe('member')
  })

  it.each([
    ['an API call', listQuestions.path, bearer],
    ['a page', page, cookie],
  ])('lowers a network that forged a session in %s, everywhere', async (_where, path, send) => {
    expect(await priorityOf(path, send('forged-1'))).toBe('member')
    expect(await priorityOf(path, send('forged-2'))).toBe('visitor')
    expect(await priorityOf(page, cookie('forged-3'))).toBe('visitor')
    expect(await priorityOf(listQuestions.path, bearer('forged-4'))).toBe('visitor')
  })

  it('lowers a network that forged a session at a feed of a private site', async () => {
    const setPrivate = (login_required: boolean) =>
      transact(pages.ctx, (tx) => changeSettings(tx, loginSettings, { login_required }))
    await setPrivate(true)
    await priorityOf(feed, cookie('forged-1'))
    await setPrivate(false)
    expect(await priorityOf(listQuestions.path, bearer('forged-2'))).toBe('visitor')
  })

  it('keeps the priority of verified sessions in a network where others forge', async () => {
    await priorityOf(listQuestions.path, bearer(token))
    await priorityOf(listQuestions.path, bearer('forged'))
    expect(await priorityOf(listQuestions.path, bearer(token))).toBe('member')
    const { token: newcomer } = await aUser(site.ctx)
    expect(await priorityOf(listQuestions.path, bearer(newcomer))).toBe('visitor')
    expect(await priorityOf(listQuestions.path, bearer(newcomer))).toBe('member')
    expect(await priorityOf(listQuestions.path, bearer('forged'))).toBe('visitor')
  })
})
