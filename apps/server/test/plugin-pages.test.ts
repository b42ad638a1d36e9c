import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { pluginsTopic } from '../src/kernel/plugins.ts'
import { plugins } from '../src/schema/plugins.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aPackage, putPlugin } from './plugins.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let processes: [PageProcess, PageProcess]
let path: string

beforeAll(async () => {
  site = await aSite()
  const clock = { now: () => new Date() }
  processes = [
    await aPageProcess(site.ctx.config, clock),
    await aPageProcess(site.ctx.config, clock),
  ]
  const ada = await aUser(site.ctx, { name: 'Ada' })
  const { id, url_title } = await aQuestion(site.as(ada.token), {
    title: 'Why does rye rise slowly?',
  })
  path = `/questions/${id}/${url_title}`
})
afterAll(async () => {
  await Promise.all(processes.map((one) => one.close()))
  await site.close()
})

const aPlugin = (version: string, text: string) =>
  aPackage({
    slug: 'footer',
    version,
    server: `export default {
      slots: { 'question.footer': ({ title }) => '<p class="plugin-x fixed" onclick="x()">${text} ' + title + '</p>' },
      page({ path }) {
        if (path === '/fails') throw new Error('broken')
        return path === '/missing' ? null : { title: 'About rye', html: '<script>x()</script><p>At ' + path + '</p>' }
      },
    }`,
    files: { 'ui.js': 'export default {}' },
    provides: { slots: ['question.footer'] },
    manifest: {
      ui: { file: 'ui.js', slots: ['question.footer'] },
      pages: [{ path: '', title: 'Rye', menu: true }],
    },
  })

async function expectInBoth(text: string) {
  for (const { read } of processes)
    await expect.poll(async () => (await read(path)).body).toContain(text)
}

async function setEnabled(enabled: boolean) {
  await site.db.update(plugins).set({ enabled }).where(eq(plugins.slug, 'footer'))
  await site.ctx.bus.publish(pluginsTopic, 'footer')
}

describe('plugins in pages', () => {
  it('reach cached pages of all processes, as they are enabled, updated and disabled', async () => {
    for (const { read } of processes) {
      for (let times = 0; times < 3; times++) await read(path)
      expect((await read(path)).cache).toBe('hit')
    }
    await putPlugin(aPlugin('1.0.0', 'First'), { db: site.db })
    await expectInBoth('<p class="plugin-x">First Why does rye rise slowly?</p>')
    await putPlugin(aPlugin('1.1.0', 'Second'), { db: site.db })
    await expectInBoth('<p class="plugin-x">Second Why does rye rise slowly?</p>')
    for (const { read } of processes)
      await expect
        .poll(async () => {
          await read(path)
          return (await read(path)).cache
        })
        .toBe('hit')
    await setEnabled(false)
    for (const { read } of processes)
      await expect.poll(async () => (await read(path)).body).not.toContain('data-plugin')
  })

  it('have pages of their own, sanitized and not cached', async () => {
    await setEnabled(true)
    const [{ read }] = processes
    await expect.poll(async () => (await read('/p/footer')).status).toBe(200)
    const page = await read('/p/footer/below')
    expect(page.body).toContain('<p>At /below</p>')
    expect(page.body).toContain('<title>About rye')
    expect(page.body).not.toContain('x()')
    expect(page.cache).toBeNull()
    expect((await read('/p/footer/missing')).status).toBe(404)
    expect((await read('/p/other')).status).toBe(404)
    const failed = await read('/p/footer/fails')
    expect(failed.status).toBe(503)
    expect(failed.headers.get('cache-control')).toBe('no-store')
  })

  it('are left out in safe mode', async () => {
    const [{ read }] = processes
    expect((await read(`${path}?safe_mode`)).body).not.toContain('data-plugin')
  })

  it('do not let a page be cached that lacks the HTML of a slow one', async () => {
    const slow = aPackage({
      slug: 'slow',
      server: `export default { slots: { 'question.footer': async () => {
        await new Promise((resolve) => setTimeout(resolve, 1000))
        return 'At last'
      } } }`,
      provides: { slots: ['question.footer'] },
    })
    await putPlugin(slow, { db: site.db })
    const [{ read, ctx }] = processes
    await expect.poll(() => ctx.plugins.find('slow')).not.toBeNull()
    const first = await read(path)
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(first.body).not.toContain('At last')
    await expect.poll(async () => (await read(path)).body).toContain('At last')
  })
})
