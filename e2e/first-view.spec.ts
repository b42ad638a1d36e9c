// What a reader gets who has never been on the site and has a slow phone.
import type { Browser, CDPSession, Page } from '@playwright/test'
import { holdRequests } from './support/hold-requests.ts'
import { getLayoutShift, recordLayoutShifts } from './support/layout-shift.ts'
import { randomIpHeader } from './support/random-ip.ts'
import { answerAs, askAs, logInAsAdmin } from './support/seed.ts'
import type { Site } from './support/site.ts'
import { collectErrors, expect, test } from './support/test.ts'

const fonts = /\.woff2$/

const question = {
  title: 'Why is the first long title of a page drawn twice, and once without its word gaps?',
  body: [
    'The page is *almost* right. The first time it shows `font-display` in a face of its own:',
    '```css\n@font-face {\n  font-display: swap;\n}\n```',
    '> Text is drawn at once and never moves, whatever the connection of the reader may be.',
    'I have read the **whole** chapter about it, and the numbers of the votes were blank for seconds. What is a font that fits the space of another one, and who measures it? A paragraph has to be long enough to break into several lines, because a line that breaks elsewhere moves everything below it.',
  ].join('\n\n'),
  tags: ['fonts', 'css'],
}

const plainQuestion = {
  ...question,
  title: 'Why does a page without quotes need fewer fonts than others?',
  body: question.body.replace(/^>.*$/m, '').replaceAll(/(?<!\*)\*(?!\*)/g, ''),
}

let path = ''
let plainPath = ''

test.beforeAll(async ({ site }) => {
  const admin = await logInAsAdmin(site)
  const { id, url_title } = await askAs(site, admin, question)
  await answerAs(site, admin, id, `Measure it.\n\n${question.body}`)
  path = `/questions/${id}/${url_title}`
  const plain = await askAs(site, admin, plainQuestion)
  plainPath = `/questions/${plain.id}/${plain.url_title}`
})

/** A browser without cache, on a slow phone. */
async function openSlowly(browser: Browser, site: Site) {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: randomIpHeader(),
  })
  const page = await context.newPage()
  const errors = collectErrors(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { context, page, devtools, errors }
}

/** Counts what a page loads until the reader acts, without images of users. */
function countTransfers(devtools: CDPSession) {
  const urls = new Map<string, string>()
  const counted = { requests: 0, bytes: 0, list: '' }
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) =>
    urls.set(requestId, request.url),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (/\/uploads\//.test(urls.get(requestId) ?? '')) return
    counted.requests++
    counted.bytes += encodedDataLength
    counted.list += `\n${encodedDataLength} ${urls.get(requestId)}`
  })
  return counted
}

const places = {
  title: 'h1 bdi',
  text: '.prose p',
  emphasis: '.prose em',
  strong: '.prose strong',
  quote: '.prose blockquote p',
  'inline code': '.prose p code',
  code: '.prose pre code',
  votes: '.font-numeral',
  answers: '#answers h2, h2.font-serif',
}

type PlatformFont = { postScriptName: string; isCustomFont: boolean; glyphCount: number }

/** Returns the fonts that the browser really draws with, by place. */
async function readFonts(devtools: CDPSession): Promise<Record<string, string>> {
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const found: Record<string, string> = {}
  for (const [place, selector] of Object.entries(places)) {
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    expect(nodeId, `the page has no ${selector}`).toBeGreaterThan(0)
    const { fonts: used } = (await devtools.send('CSS.getPlatformFontsForNode', {
      nodeId,
    })) as { fonts: PlatformFont[] }
    const main = used.toSorted((one, other) => other.glyphCount - one.glyphCount)[0]
    found[place] = `${main?.isCustomFont === true ? 'web' : 'local'} ${main?.postScriptName}`
  }
  return found
}

async function waitForFonts(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => {}))
}

test('the first view has the same fonts as the second, and nothing moves when they arrive', async ({
  browser,
  site,
}, info) => {
  const { context, page, devtools, errors } = await openSlowly(browser, site)
  await recordLayoutShifts(page)
  await page.goto(path)
  await waitForFonts(page)
  const first = await readFonts(devtools)
  const { sum, what } = await getLayoutShift(page)
  const largestPaint = await page.evaluate(readLargestPaint)
  info.annotations.push({ type: 'largest contentful paint', description: `${largestPaint} ms` })
  info.annotations.push({ type: 'layout shift', description: sum.toFixed(4) })
  await page.reload()
  await waitForFonts(page)
  expect(first).toEqual(await readFonts(devtools))
  expect(Object.values(first).filter((font) => !font.startsWith('web '))).toEqual([])
  expect(sum, what).toBeLessThanOrEqual(0.02)
  expect(errors).toEqual([])
  await context.close()
})

function readLargestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      resolve(Math.round(list.getEntries().at(-1)?.startTime ?? 0))
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}

for (const { name, url, maxBytes } of [
  { name: 'a question with code', url: () => plainPath, maxBytes: 61 * 1024 },
  { name: 'a question with code, quotes and emphasis', url: () => path, maxBytes: 78 * 1024 },
  { name: 'the front page', url: () => '/', maxBytes: 60 * 1024 },
]) {
  test(`${name} takes at most 12 requests and ${maxBytes / 1024} KB on a slow connection`, async ({
    browser,
    site,
  }, info) => {
    const { context, page, devtools } = await openSlowly(browser, site)
    const counted = countTransfers(devtools)
    await page.goto(url())
    await waitForFonts(page)
    const { requests, bytes, list } = counted
    info.annotations.push({ type: 'transfer', description: `${requests} requests, ${bytes} bytes` })
    expect(requests, list).toBeLessThanOrEqual(12)
    expect(bytes, list).toBeLessThanOrEqual(maxBytes)
    await context.close()
  })
}

test('until the fonts arrive, local fonts of the same weight and style are drawn', async ({
  browser,
  site,
}) => {
  const { context, page, devtools } = await openSlowly(browser, site)
  const release = await holdRequests(page, fonts)
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await expect(page.locator('h1')).toBeVisible()
  expect(await readFonts(devtools)).toEqual({
    title: 'local NotoSerif-Bold',
    text: 'local NotoSans-Regular',
    emphasis: 'local NotoSans-Italic',
    strong: 'local NotoSans-Bold',
    quote: 'local NotoSerif-Italic',
    'inline code': 'local DejaVuSansMono',
    code: 'local DejaVuSansMono',
    votes: 'local NotoSerif-Bold',
    answers: 'local NotoSerif-Bold',
  })
  for (const place of ['title', 'quote', 'code', 'votes'] as const) {
    // Playwright waits for the fonts before a screenshot.
    const { x, y, width, height } = await page
      .locator(places[place])
      .first()
      .evaluate((element) => {
        element.scrollIntoView({ block: 'center' })
        return element.getBoundingClientRect().toJSON() as DOMRect
      })
    const { data } = await devtools.send('Page.captureScreenshot', {
      clip: { x, y: y + (await page.evaluate(() => scrollY)), width, height, scale: 1 },
    })
    expect(await countColors(page, data), `${place} is blank`).toBeGreaterThan(4)
  }
  release()
  await context.close()
})

function countColors(page: Page, png: string): Promise<number> {
  return page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(image, 0, 0)
    const pixels = new Uint32Array(
      drawing?.getImageData(0, 0, image.width, image.height).data.buffer ?? new ArrayBuffer(0),
    )
    return new Set(pixels).size
  }, png)
}

const sample =
  'Loaves went flat after the second proof, though the dough was tight. How long does a starter keep in the cold?'

/** Returns the width and height of a sample in the style of each place. */
function measureSample(page: Page) {
  return page.evaluate(
    ([selectors, text]) =>
      Object.entries(selectors).map(([place, selector]) => {
        const line = document.createElement('span')
        line.textContent = text
        Object.assign(line.style, { position: 'absolute', whiteSpace: 'nowrap', left: '0' })
        document.querySelector(selector)?.append(line)
        const { width, height } = line.getBoundingClientRect()
        line.remove()
        return { place, width, height }
      }),
    [places, sample] as const,
  )
}

test('the local fonts are as wide and as high as the fonts they stand in for', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await recordLayoutShifts(page)
  const release = await holdRequests(page, fonts)
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  const before = await measureSample(page)
  release()
  await waitForFonts(page)
  const after = await measureSample(page)
  const different = after.filter(({ width, height }, index) => {
    const local = before[index] ?? { width: 0, height: 0 }
    return Math.abs(width / local.width - 1) > 0.015 || Math.abs(height - local.height) > 1
  })
  expect(different, JSON.stringify(before)).toEqual([])
  const { sum, what } = await getLayoutShift(page)
  expect(sum, what).toBeLessThanOrEqual(0.02)
})

test('the fonts of the page are preloaded, and no others', async ({ page, site }) => {
  const preloadsOf = async (url: string) => {
    const html = await (await page.request.get(site.url + url)).text()
    return [...html.matchAll(/<link rel="preload" as="font"[^>]*\/assets\/([\w-]+)-core-/g)].map(
      ([, name]) => name,
    )
  }
  expect(await preloadsOf(path)).toEqual([
    'inter',
    'serif-600',
    'mono',
    'serif-italic',
    'inter-italic',
  ])
  expect(await preloadsOf('/tags')).toEqual(['inter', 'serif-600'])
})
