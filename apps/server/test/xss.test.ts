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
import { isRunning } from '../../../e2e/support/running.ts'
import { isStale } from '../../../scripts/build/stale.ts'
import { buildWeb, webBundle } from '../../../scripts/build/web.ts'
import { aPerson } from '../src/features/accounts/accounts.factory.ts'
import { users } from '../src/features/users/users.table.ts'
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
let member: Awaited<ReturnType<typeof aPerson>>
const sent = new Set<string>()

beforeAll(async () => {
  await withServerLock(async () => {
    if (isStale(webBundle, 'web')) buildWeb()
  })
  site = await aSite()
  // How often people may write is shown elsewhere; here one person writes a thousand texts.
  site.ctx.limits.take = async () => {}
  await transact(site.ctx, (tx) =>
    changeSettings(tx, site.ctx, writeSettings, { restrict_answer: false }),
  )
  member = await aPerson(site.ctx, { role: 'admin', name: 'Ada' })
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

const places = {
  raw: (payload: string) => payload,
  inHtml: (payload: string) => `<div>\n${payload}\n</div>\n\n[x](<${payload}>)`,
  inAttribute: (payload: string) => `<a href="${payload}" title='${payload}'>x</a> ok`,
}

/** A payload in its place, cut to what the field takes; counted among those that were sent. */
function plant(place: keyof typeof places, payload: string, most: number): string {
  const text = places[place](payload).slice(0, most)
  sent.add(text)
  return text
}

/** Opens pages as a member, with every door open that only the policy would close. */
async function openAll(paths: readonly string[]): Promise<Findings> {
  const context = await browser.newContext({ bypassCSP: true, baseURL: running.origin })
  await context.addCookies([{ name: 'sid', value: member.token, url: running.origin }])
  const page = await context.newPage()
  const found = await watchForScripts(page, running.origin)
  for (const [index, path] of paths.entries()) {
    await page.goto(path)
    // The application draws the same again; looking at some of its pages takes half as long as at all.
    if (index % 5 === 0) {
      await expect.poll(() => isRunning(page), { interval: 50 }).toBe(true)
    }
    found.push(...(await attack(page)).map((problem) => `${path}: ${problem}`))
  }
  await context.close()
  return found
}

/** Runs the work in a few lanes at once, in order within each. */
async function inLanes<Item>(
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

/** What a database can hold; the rest is refused. */
const isText = (payload: string) => payload.isWellFormed() && !payload.includes('\u0000')
const payloads = xssPayloads.filter(isText)

describe('nothing of what people write runs in a browser', () => {
  it('titles, questions, answers and comments', { timeout: 900_000 }, async () => {
    const client = site.as(member.token)
    const ids: string[] = []
    await inLanes(payloads, async (payload, index) => {
      const { id } = await client.call(askQuestion, {
        title: plant('raw', payload.replaceAll(/\s+/g, ' '), limits.title.max),
        // Some payloads show nothing, and a question without visible text is refused.
        content: `A payload:\n\n${plant('raw', payload, limits.body.max - 20)}`,
        tags: [{ slug_name: 'xss' }],
      })
      ids[index] = id
    })
    const asked = Math.ceil(payloads.length / perPage)
    await inLanes(payloads, async (payload, index) => {
      const { info } = await client.call(postAnswer, {
        question_id: ids[index % asked] ?? '',
        content: plant('inHtml', payload, limits.answer.max),
      })
      await client.call(addComment, {
        object_id: info.id,
        original_text: plant('inAttribute', payload, limits.comment.max),
      })
    })
    const lists = Array.from({ length: asked }, (_, page) => `/questions?page=${page + 1}`)
    const pages = ids.slice(0, asked).map((id) => `/questions/${id}`)
    expect(await openAll([...lists, ...pages])).toEqual([])
    expect(sent.size).toBeGreaterThan(600)
  })

  it('names and descriptions of tags, reasons of edits', async () => {
    const client = site.as(member.token)
    const short = xssPayloads.filter((payload) => payload.length <= limits.tagName.max).slice(0, 40)
    await inLanes(short, async (payload, index) => {
      await client.call(createTag, {
        slug_name: `tag-${index}`,
        display_name: payload.trim(),
        original_text: xssPayloads.slice(index * 8, index * 8 + 8).join('\n\n'),
      })
    })
    const asked = await client.call(askQuestion, {
      title: 'Edited again and again',
      content: 'x',
      tags: short.slice(0, 5).map((_, index) => ({ slug_name: `tag-${index}` })),
    })
    for (const [index, payload] of xssPayloads.slice(0, 40).entries()) {
      // One person may edit a post 30 times a day.
      site.advance(3_600_000)
      await client.call(editQuestion, {
        id: asked.id,
        version: index + 1,
        title: `Edited ${index} times`,
        content: 'x',
        tags: [{ slug_name: `tag-${index % short.length}` }],
        edit_summary: payload.slice(0, limits.editSummary.max),
      })
    }
    const infos = short.flatMap((_, index) => (index % 8 === 0 ? [`/tags/tag-${index}/info`] : []))
    const found = await openAll([
      '/tags',
      '/tags?page=2',
      '/tags/tag-0',
      ...infos,
      `/questions/${asked.id}`,
      `/posts/${asked.id}/edit`,
    ])
    expect(found).toEqual([])
  })

  it('names of people and what they say of themselves', async () => {
    const names = xssPayloads.filter((payload) => payload.length <= limits.displayName.max)
    const paths: string[] = []
    for (const [index, name] of names.slice(0, 3).entries()) {
      const person = await aPerson(site.ctx, { name: `Person ${index}` })
      await site.ctx.db.update(users).set({ displayName: name }).where(eq(users.id, person.id))
      const { id } = await site.as(person.token).call(askQuestion, {
        title: `Of ${index}`,
        content: 'x',
        tags: [{ slug_name: 'xss' }],
      })
      paths.push(`/questions/${id}`, `/users/person-${index}`)
    }
    expect(await openAll([...paths, '/users', '/questions'])).toEqual([])
  })

  it('what stands in an address', async () => {
    const texts = xssPayloads
      .filter((payload) => payload.isWellFormed())
      .map((payload) => encodeURIComponent(payload.slice(0, limits.searchQuery.max)))
    const found = await openAll([
      ...texts.filter((_, index) => index % 30 === 0).map((text) => `/search?q=${text}`),
      ...texts
        .filter((_, index) => index % 90 === 7)
        .map((text) => `/questions/ask?title=${text}&body=${text}&tags=${text}`),
    ])
    expect(found).toEqual([])
  })

  it('while the watch sees a page on which something does', async () => {
    const page = await (await browser.newContext({ bypassCSP: true })).newPage()
    const found = await watchForScripts(page, running.origin)
    await page.goto(`${running.origin}/questions`)
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<img src="x:" onerror="alert(1)"><a href="javascript:alert(1)">x</a><img src="//evil.example/x.png">`,
      )
    })
    await expect.poll(() => found.length).toBe(2)
    expect([...found, ...(await attack(page))].toSorted()).toEqual([
      'A href=javascript:alert(1)',
      'IMG onerror=alert(1)',
      'dialog 1',
      'request http://evil.example/x.png',
    ])
    await page.close()
  })
})
