import { addComment } from '@stoa/contract/features/comments'
import { postAnswer } from '@stoa/contract/features/answers'
import { askQuestion, editQuestion } from '@stoa/contract/features/questions'
import { createTag } from '@stoa/contract/features/tags'
import { limits } from '@stoa/contract/limits'
import { writeSettings } from '@stoa/contract/settings/writing'
import { xssPayloads } from '@stoa/markdown/xss-payloads.fixture'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, launchBrowser } from '../../../e2e/support/browser.ts'
import { isHydrated } from '../../../e2e/support/hydration.ts'
import { isStale } from '../../../scripts/build/stale.ts'
import { buildWeb, webBundle } from '../../../scripts/build/web.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { users } from '../src/schema/users.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { withServerLock } from './databases.ts'
import { aProgram, type Program, type Running } from './program.ts'
import { aSite, type TestSite } from './site.ts'
import { attack, type Findings, watchForScripts } from './xss-watch.ts'

let site: TestSite
let program: Program
let running: Running
let browser: Browser
let member: Awaited<ReturnType<typeof aUser>>
const sentTexts = new Set<string>()

beforeAll(async () => {
  await withServerLock(async () => {
    if (isStale(webBundle, 'web')) buildWeb()
  })
  site = await aSite()
  // Disables rate limits.
  site.ctx.limits.take = async () => {}
  await transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { restrict_answer: false }))
  member = await aUser(site.ctx, { role: 'admin', name: 'Ada' })
  program = await aProgram()
  running = await program.start('serve', {
    STOA_DATABASE_URL: site.ctx.config.database_url ?? '',
  })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await running.stop()
  program.remove()
  await site.close()
})

const wrappers = {
  raw: (payload: string) => payload,
  inHtml: (payload: string) => `<div>\n${payload}\n</div>\n\n[x](<${payload}>)`,
  inAttribute: (payload: string) => `<a href="${payload}" title='${payload}'>x</a> ok`,
}

/** Truncated to the field's limit, and recorded. */
function wrapPayload(wrapper: keyof typeof wrappers, payload: string, maxLength: number): string {
  const text = wrappers[wrapper](payload).slice(0, maxLength)
  sentTexts.add(text)
  return text
}

/** Opens pages as a member with CSP disabled. */
async function openPages(paths: readonly string[]): Promise<Findings> {
  const context = await browser.newContext({ bypassCSP: true, baseURL: running.origin })
  await context.addCookies([{ name: 'sid', value: member.token, url: running.origin }])
  const page = await context.newPage()
  const findings = await watchForScripts(page, running.origin)
  for (const [index, path] of paths.entries()) {
    await page.goto(path)
    // Hydration renders the same content; waiting for it on every fifth page halves the time.
    if (index % 5 === 0) {
      await expect.poll(() => isHydrated(page), { interval: 50 }).toBe(true)
    }
    findings.push(...(await attack(page)).map((problem) => `${path}: ${problem}`))
  }
  await context.close()
  return findings
}

/** Runs work in three concurrent lanes. */
async function runInLanes<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
) {
  const queue = [...items.entries()]
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      site.advance(6_000)
      await work(next[1], next[0])
    }
  }
  await Promise.all([lane(), lane(), lane()])
}

const perPage = 20

/** The database rejects other texts. */
const isText = (payload: string) => payload.isWellFormed() && !payload.includes('\u0000')
const payloads = xssPayloads.filter(isText)

describe('user content never runs as a script in a browser', () => {
  it('titles, questions, answers and comments', { timeout: 900_000 }, async () => {
    const client = site.as(member.token)
    const ids: string[] = []
    await runInLanes(payloads, async (payload, index) => {
      const { id } = await client.call(askQuestion, {
        title: wrapPayload('raw', payload.replaceAll(/\s+/g, ' '), limits.title.max),
        // Some payloads have no visible text, which is rejected.
        content: `A payload:\n\n${wrapPayload('raw', payload, limits.body.max - 20)}`,
        tags: [{ slug_name: 'xss' }],
      })
      ids[index] = id
    })
    const questionPages = Math.ceil(payloads.length / perPage)
    await runInLanes(payloads, async (payload, index) => {
      const { info } = await client.call(postAnswer, {
        question_id: ids[index % questionPages] ?? '',
        content: wrapPayload('inHtml', payload, limits.answer.max),
      })
      await client.call(addComment, {
        object_id: info.id,
        original_text: wrapPayload('inAttribute', payload, limits.comment.max),
      })
    })
    const lists = Array.from({ length: questionPages }, (_, page) => `/questions?page=${page + 1}`)
    const pages = ids.slice(0, questionPages).map((id) => `/questions/${id}`)
    expect(await openPages([...lists, ...pages])).toEqual([])
    expect(sentTexts.size).toBeGreaterThan(600)
  })

  it('tag names and descriptions, edit summaries', async () => {
    const client = site.as(member.token)
    const short = xssPayloads.filter((payload) => payload.length <= limits.tagName.max).slice(0, 40)
    await runInLanes(short, async (payload, index) => {
      await client.call(createTag, {
        slug_name: `tag-${index}`,
        display_name: payload.trim(),
        original_text: xssPayloads.slice(index * 8, index * 8 + 8).join('\n\n'),
      })
    })
    const questionPages = await client.call(askQuestion, {
      title: 'Edited again and again',
      content: 'x',
      tags: short.slice(0, 5).map((_, index) => ({ slug_name: `tag-${index}` })),
    })
    for (const [index, payload] of xssPayloads.slice(0, 40).entries()) {
      // A user may edit a post 30 times a day.
      site.advance(3_600_000)
      await client.call(editQuestion, {
        id: questionPages.id,
        version: index + 1,
        title: `Edited ${index} times`,
        content: 'x',
        tags: [{ slug_name: `tag-${index % short.length}` }],
        edit_summary: payload.slice(0, limits.editSummary.max),
      })
    }
    const infos = short.flatMap((_, index) => (index % 8 === 0 ? [`/tags/tag-${index}/info`] : []))
    const findings = await openPages([
      '/tags',
      '/tags?page=2',
      '/tags/tag-0',
      ...infos,
      `/questions/${questionPages.id}`,
      `/posts/${questionPages.id}/edit`,
    ])
    expect(findings).toEqual([])
  })

  it('display names and profiles', async () => {
    const names = xssPayloads.filter((payload) => payload.length <= limits.displayName.max)
    const paths: string[] = []
    for (const [index, name] of names.slice(0, 3).entries()) {
      const user = await aUser(site.ctx, { name: `User ${index}` })
      await site.db.update(users).set({ displayName: name }).where(eq(users.id, user.id))
      const { id } = await site.as(user.token).call(askQuestion, {
        title: `Of ${index}`,
        content: 'x',
        tags: [{ slug_name: 'xss' }],
      })
      paths.push(`/questions/${id}`, `/users/user-${index}`)
    }
    expect(await openPages([...paths, '/users', '/questions'])).toEqual([])
  })

  it('URL parameters', async () => {
    const texts = xssPayloads
      .filter((payload) => payload.isWellFormed())
      .map((payload) => encodeURIComponent(payload.slice(0, limits.searchQuery.max)))
    const findings = await openPages([
      ...texts.filter((_, index) => index % 30 === 0).map((text) => `/search?q=${text}`),
      ...texts
        .filter((_, index) => index % 90 === 7)
        .map((text) => `/questions/ask?title=${text}&body=${text}&tags=${text}`),
    ])
    expect(findings).toEqual([])
  })

  it('detects a page on which a script does run', async () => {
    const page = await (await browser.newContext({ bypassCSP: true })).newPage()
    const findings = await watchForScripts(page, running.origin)
    await page.goto(`${running.origin}/questions`)
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<img src="x:" onerror="alert(1)"><a href="javascript:alert(1)">x</a><img src="//evil.example/x.png">`,
      )
    })
    await expect.poll(() => findings.length).toBe(2)
    expect([...findings, ...(await attack(page))].toSorted()).toEqual([
      'A href=javascript:alert(1)',
      'IMG onerror=alert(1)',
      'dialog 1',
      'request http://evil.example/x.png',
    ])
    await page.close()
  })
})
