import { addComment } from '@stoa/contract/features/comments'
import { limits } from '@stoa/contract/limits'
import { languages } from '@stoa/locales/languages'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultsDir } from '../../../scripts/ci/results.ts'
import { webBundle } from '../../../scripts/build/web.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { setHoldRules } from '../src/features/community/held-posts/held-posts.factory.ts'
import { anAnswer } from '../src/features/content/answers/answers.factory.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aSite, type TestSite } from './site.ts'
import { partsOf, createScales, describeExcess, totalOf, type Weight } from './weights.ts'

const recordFile = join(import.meta.dirname, 'weights.json')
const recorded = JSON.parse(readFileSync(recordFile, 'utf8')) as Record<string, Weight>
const budgets = [
  'scripts that run before a visitor shows intent',
  'scripts of a question page, on intent',
  'scripts of the list of questions, on intent',
  'scripts that the editor adds to a question page',
  'scripts that the preview adds to the editor',
  'styles of every page',
  'styles that the editor adds',
  'fonts of the first paint',
  'HTML of a question with 20 answers',
  'HTML of the front page',
  'HTML of a page of the list',
  'HTML of the page of a tag',
] as const
type Weights = Record<(typeof budgets)[number], Weight>

let site: TestSite
let pages: PageProcess
let now: Weights
let scriptsOfQuestion = 0
const clientDir = join(dirname(dirname(webBundle)), 'client')
const appDir = join(import.meta.dirname, '../../web/app')

beforeAll(async () => {
  site = await aSite()
  // The answers are nearly the same, which is spam.
  await setHoldRules(site.ctx, { spam_scoring: false })
  pages = await aPageProcess(site.ctx.config, { now: () => new Date() })
  now = await weighAll(await aLongQuestion())
  mkdirSync(resultsDir, { recursive: true })
  writeFileSync(join(resultsDir, 'weights.json'), `${JSON.stringify(now, null, 2)}\n`)
})
afterAll(async () => {
  await pages.close()
  await site.close()
})

const text = (n: number) =>
  [
    `Loaf ${n} went flat after the second proof, though the dough was **tight** when it was shaped.`,
    '```ts\nconst hydration = (water: number, flour: number) => water / flour\n```',
    `- ${n} hours in bulk\n- 16 hours at 4 °C\n\nMore in [the notes](https://example.org/notes/${n}).`,
  ].join('\n\n')

/** 20 answers, half of them with a comment, and a full list. */
async function aLongQuestion() {
  const ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  const question = await aQuestion(ada, { title: 'Why do loaves go flat?', content: text(0) })
  for (let n = 1; n < limits.pageSize.default; n++)
    await aQuestion(ada, { title: `Why did loaf number ${n} go flat?`, content: text(n) })
  for (let n = 0; n < 20; n++) {
    const client = site.as((await aUser(site.ctx, { name: `Baker ${n}` })).token)
    const { id } = await anAnswer(client, question.id, text(n))
    if (n % 2 === 0)
      await client.call(addComment, { object_id: id, original_text: `Salt helped loaf ${n}.` })
  }
  return `/questions/${question.id}/${question.url_title}`
}

async function weighAll(question: string): Promise<Weights> {
  const { closure, named, weigh } = createScales(clientDir)
  const page = partsOf((await pages.read(question)).body)
  const list = partsOf((await pages.read('/questions')).body)
  const messages = named(`${page.locale}-*.js`)
  const reading = closure([...page.modules, ...messages])
  scriptsOfQuestion = reading.size
  const writing = closure(named('workspace-*.js'))
  const previewing = closure(named('preview-html-*.js'))
  return {
    'scripts that run before a visitor shows intent': { 'inline script': page.inlineScript },
    'scripts of a question page, on intent': weigh(reading),
    'scripts of the list of questions, on intent': weigh(closure([...list.modules, ...messages])),
    'scripts that the editor adds to a question page': weigh(without(writing, reading)),
    'scripts that the preview adds to the editor': weigh(without(previewing, reading, writing)),
    'styles of every page': weigh(page.styles),
    'styles that the editor adds': weigh(named('workspace-*.css')),
    'fonts of the first paint': weigh(page.fonts),
    'HTML of a question with 20 answers': await htmlOf(question),
    'HTML of the front page': await htmlOf('/'),
    'HTML of a page of the list': await htmlOf('/questions?order=newest'),
    'HTML of the page of a tag': await htmlOf('/tags/baking'),
  }
}

const without = (files: Set<string>, ...others: Set<string>[]) =>
  [...files].filter((file) => !others.some((other) => other.has(file)))

/** Cached and compressed with brotli. */
async function htmlOf(path: string): Promise<Weight> {
  const read = () => pages.read(path, { 'accept-encoding': 'br' })
  await read()
  const { headers } = await read()
  expect(headers.get('content-encoding')).toBe('br')
  return { [path.replace(/\d{17}/, ':id')]: Number(headers.get('content-length')) }
}

describe('page weights', () => {
  it.each(budgets)('%s', (budget) => {
    expect(totalOf(now[budget])).toBeGreaterThan(0)
    expect(describeExcess(budget, recorded[budget] ?? {}, now[budget])).toBeNull()
  })

  it('adds the editor to a question page as one script', () => {
    expect(Object.keys(now['scripts that the editor adds to a question page'])).toEqual([
      'workspace.js',
    ])
  })

  it('has at most 19 scripts besides one for each route and two for each language, of which a question page loads at most 12', () => {
    const scripts = globSync('assets/*.js', { cwd: clientDir })
    const routes = globSync(['{routes,guards,frames}/**/*.tsx', 'routes/**/*-download.ts'], {
      cwd: appDir,
    })
    const expected = routes.length + 2 * languages.length
    expect(scripts.length - expected).toBeLessThanOrEqual(19)
    expect(scriptsOfQuestion).toBeLessThanOrEqual(12)
  })

  it('lists the files that grew when a budget is exceeded', () => {
    const before = { 'a.js': 50_000, 'b.js': 10_000 }
    expect(describeExcess('scripts', before, { ...before, 'b.js': 11_700 })).toBeNull()
    const report = describeExcess('scripts', before, {
      'a.js': 49_000,
      'b.js': 12_000,
      'c.js': 3_000,
    })
    expect(report).toContain('scripts: 64000 bytes, recorded 60000, allowed 61800')
    expect(report).toContain('b.js grew by 2000: 12000')
    expect(report).toContain('c.js is new: 3000')
    expect(report).not.toContain('a.js')
  })
})
