import { acceptAnswer, getAnswer, listAnswers } from '@stoa/contract/features/answers'
import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { addComment, getComment, listComments } from '@stoa/contract/features/comments'
import {
  askQuestion,
  editQuestion,
  getQuestion,
  listQuestions,
  questionStatuses,
} from '@stoa/contract/features/questions'
import { listRevisions } from '@stoa/contract/features/revisions'
import { createTag, getTag, listTags } from '@stoa/contract/features/tags'
import { voteUp } from '@stoa/contract/features/votes'
import { generalSettings } from '@stoa/contract/settings/site'
import { problemsIn } from '@stoa/markdown/dom.fixture'
import { xssPayloads } from '@stoa/markdown/xss-payloads.fixture'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isStale } from '../../../scripts/build/stale.ts'
import { buildWeb, webBundle } from '../../../scripts/build/web.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { anAnswer } from '../src/features/content/answers/answers.factory.ts'
import { questions } from '../src/schema/posts.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { withServerLock } from './databases.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aSite, expectError, type TestSite } from './site.ts'

// CVEs about posts, tags, comments and votes. Those about accounts are in account-cves.test.ts; docs/lessons.md
// lists all.

type TestUser = Awaited<ReturnType<typeof aUser>>

const xssPayload = '<img src=x onerror=alert(1)>'
let site: TestSite
let pages: PageProcess
let staff: TestUser
let ada: TestUser
let ben: TestUser

beforeAll(async () => {
  await withServerLock(async () => {
    if (isStale(webBundle, 'web')) buildWeb()
  })
  site = await aSite()
  pages = await aPageProcess(site.ctx.config, site.ctx.clock)
  staff = await aUser(site.ctx, { role: 'moderator' })
  ada = await aUser(site.ctx)
  ben = await aUser(site.ctx)
}, 240_000)
afterAll(async () => {
  await pages.close()
  await site.close()
})

const as = ({ token }: TestUser) => site.as(token)
const createModerators = (count: number) =>
  Promise.all(Array.from({ length: count }, () => aUser(site.ctx, { role: 'moderator' })))

/** Follows the redirect to the URL with the title. */
async function readPage(path: string, headers: Record<string, string> = {}) {
  const first = await pages.read(path, headers)
  if (first.status !== 301) return first
  return await pages.read(new URL(first.headers.get('location') ?? '', pages.url).pathname, headers)
}

/** Elements with the payload's event handler. */
async function findHandlersOn(path: string) {
  const { status, body } = await readPage(path, { cookie: `sid=${staff.token}` })
  expect(status).toBe(200)
  return findHandlers(body)
}

/** Ignores quoted attribute values, where the payload is text. */
function findHandlers(html: string) {
  return html.replaceAll(/"[^"<]*"/g, '""').match(/<[a-z][^>]*\sonerror=/gi) ?? []
}

async function setStatus(
  id: string,
  status: (typeof questionStatuses)[keyof typeof questionStatuses],
) {
  await site.db
    .update(questions)
    .set(
      status === questionStatuses.deleted
        ? { status, deletedAt: site.ctx.clock.now(), deletedBy: staff.id }
        : { status },
    )
    .where(eq(questions.id, id))
}

describe('stored XSS', { timeout: 60_000 }, () => {
  it('CVE-2023-0934: site name and descriptions are escaped', async () => {
    const general = { name: xssPayload, short_description: xssPayload, description: xssPayload }
    await transact(site.ctx, (tx) => changeSettings(tx, generalSettings, general))
    await expect
      .poll(() => pages.ctx.settings.get(generalSettings).name, { timeout: 20_000 })
      .toBe(xssPayload)
    for (const path of ['/questions', '/users', '/tags'])
      expect(await findHandlersOn(path)).toEqual([])
    const { body } = await pages.read('/users/login')
    expect(findHandlers(body)).toEqual([])
    expect(findHandlers(body.replaceAll('&lt;', '<').replaceAll('&gt;', '>'))).not.toEqual([])
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;')
    await transact(site.ctx, (tx) =>
      changeSettings(tx, generalSettings, {
        name: 'Porch',
        short_description: '',
        description: '',
      }),
    )
  })

  it('CVE-2023-1237, CVE-2023-1238: comments are sanitized HTML', async () => {
    const { id } = await aQuestion(as(ada))
    for (const original_text of [xssPayload, '[x](javascript:alert(1))', '<svg onload=alert(1)>']) {
      site.advance(6_000)
      const added = await as(staff).call(addComment, { object_id: id, original_text })
      const read = await as(ben).call(getComment, { id: added.comment_id })
      expect(problemsIn(read.parsed_text)).toEqual([])
    }
    expect(await findHandlersOn(`/questions/${id}`)).toEqual([])
  })

  it('CVE-2023-1240, CVE-2023-1241, CVE-2023-1242: tag excerpts are text, even when truncated', async () => {
    const texts = [
      xssPayload,
      `${'x'.repeat(225)} ${xssPayload}`,
      `**a** <b onerror=alert(1)>b</b>`,
    ]
    for (const [index, original_text] of texts.entries()) {
      const slug_name = `excerpt-${index}`
      await as(staff).call(createTag, { slug_name, display_name: slug_name, original_text })
      const { excerpt, parsed_text } = await as(ben).call(getTag, { name: slug_name })
      expect(excerpt.length).toBeLessThanOrEqual(245)
      expect(problemsIn(parsed_text)).toEqual([])
      expect(await findHandlersOn(`/tags/${slug_name}`)).toEqual([])
    }
    const { list } = await as(ben).call(listTags, { slug_name: 'excerpt-' })
    expect(list.length).toBe(texts.length)
    expect(await findHandlersOn('/tags')).toEqual([])
  })

  it('CVE-2023-1535, CVE-2023-1536: posts contain only allowed elements and attributes', async () => {
    const isText = (payload: string) => payload.isWellFormed() && !payload.includes('\u0000')
    for (const payload of xssPayloads.filter(isText).filter((_, index) => index % 20 === 0)) {
      site.advance(6_000)
      const { html } = await aQuestion(as(staff), { content: `text\n\n${payload}` })
      expect({ payload, problems: problemsIn(html) }).toEqual({ payload, problems: [] })
    }
  })

  it('CVE-2024-23349: edit summaries are escaped', async () => {
    const { id } = await aQuestion(as(ada))
    await as(ada).call(editQuestion, {
      id,
      version: 1,
      title: 'How long does a starter keep now?',
      content: 'I keep it in the cellar.',
      tags: [{ slug_name: 'baking' }],
      edit_summary: xssPayload,
    })
    const [newest] = await as(ben).call(listRevisions, { object_id: id })
    expect(newest?.reason).toBe(xssPayload)
    for (const path of [`/questions/${id}`, `/posts/${id}/edit`])
      expect(await findHandlersOn(path)).toEqual([])
  })

  it.each([
    '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
    '<svg/onload=alert(1)>',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '[x](JaVaScRiPt:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '<img src=x:x onerror\u0020=alert(1)//',
    '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '![x](data:text/html;base64,PHNjcmlwdD4)',
  ])('CVE-2026-25688: alternate syntax stays inert: %j', async (payload) => {
    site.advance(6_000)
    const { html } = await aQuestion(as(staff), { content: `text ${payload} text` })
    expect(problemsIn(html)).toEqual([])
  })

  it('CVE-2025-29868: external images are not loaded without consent', async () => {
    const content =
      'text ![a](https://evil.example/pixel.png) <img src="https://evil.example/b.png">'
    const { id, html } = await aQuestion(as(ada), { content })
    expect(html).not.toMatch(/<img[^>]*\ssrc=/)
    const page = await readPage(`/questions/${id}`)
    expect(page.body).not.toMatch(/<(?:img|link|source)[^>]*\s(?:src|srcset|href)="https:\/\/evil/)
    expect(page.headers.get('content-security-policy')).toMatch(/img-src (?![^;]*https:[ ;])/)
  })
})

describe('race conditions', { timeout: 60_000 }, () => {
  it('CVE-2023-0739: concurrent bookmarks are counted exactly', async () => {
    const { id } = await aQuestion(as(ada))
    const readers = await createModerators(8)
    const bookmark = (reader: TestUser) =>
      as(reader).call(switchBookmark, { object_id: id, group_id: '0', bookmark: true })
    await Promise.all(readers.flatMap((reader) => [bookmark(reader), bookmark(reader)]))
    const { collection_count } = await as(ada).call(getQuestion, { id })
    expect(collection_count).toBe(readers.length)
  })

  it('CVE-2023-4127: concurrent votes are counted once per voter', async () => {
    const { id } = await aQuestion(as(ada))
    const voters = await createModerators(8)
    const vote = (voter: TestUser) => as(voter).call(voteUp, { object_id: id })
    await Promise.all(voters.flatMap((voter) => [vote(voter), vote(voter), vote(voter)]))
    expect((await as(ada).call(getQuestion, { id })).vote_count).toBe(voters.length)
  })

  it('CVE-2023-49619: a question submitted repeatedly is posted once', async () => {
    const question = {
      title: 'Submitted again and again, all at once',
      content: 'The button was pressed many times.',
      tags: [{ slug_name: 'repeated' }],
    }
    const sent = Array.from({ length: 8 }, () => as(ben).call(askQuestion, question))
    const ids = (await Promise.all(sent)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(1)
    const { list } = await as(ben).call(listQuestions, { tag: 'repeated' })
    expect(list.length).toBe(1)
  })
})

describe('permissions and visibility', { timeout: 60_000 }, () => {
  it('CVE-2023-2590: on a new site, only the asker and staff accept an answer', async () => {
    const question = await aQuestion(as(ada))
    const answer = await anAnswer(as(ben), question.id)
    const input = { question_id: question.id, answer_id: answer.id }
    await expectError(as(ben).call(acceptAnswer, input), 'auth.forbidden')
    const stranger = await aUser(site.ctx)
    await expectError(as(stranger).call(acceptAnswer, input), 'auth.forbidden')
    await expectError(site.as().call(acceptAnswer, input), 'auth.required')
    await as(ada).call(acceptAnswer, input)
    await as(staff).call(acceptAnswer, { question_id: question.id })
  })

  it.each(['deleted', 'pending'] as const)(
    'CVE-2026-25699: revisions of a %s question and of its answers are hidden with it',
    async (status) => {
      const { id } = await aQuestion(as(ada))
      const answer = await anAnswer(as(ada), id)
      await setStatus(id, questionStatuses[status])
      await expectError(as(ben).call(listRevisions, { object_id: id }), 'question.not_found')
      const ofAnswer = as(ben).call(listRevisions, { object_id: answer.id })
      await expectError(ofAnswer, 'answer.not_found')
    },
  )

  it.each(['deleted', 'pending'] as const)(
    'CVE-2026-34905: answers and comments of a %s question are hidden with it',
    async (status) => {
      const { id } = await aQuestion(as(ada))
      const answer = await anAnswer(as(ada), id)
      const texts = { original_text: 'A comment on what will be hidden.' }
      const onQuestion = await as(ada).call(addComment, { object_id: id, ...texts })
      site.advance(6_000)
      const onAnswer = await as(ada).call(addComment, { object_id: answer.id, ...texts })
      await setStatus(id, questionStatuses[status])
      for (const client of [as(ben), site.as()]) {
        await expectError(client.call(listAnswers, { question_id: id }), 'question.not_found')
        await expectError(client.call(getAnswer, { id: answer.id }), 'answer.not_found')
        await expectError(client.call(listComments, { object_id: id }), 'question.not_found')
        const ofAnswer = client.call(listComments, { object_id: answer.id })
        await expectError(ofAnswer, 'answer.not_found')
        for (const { comment_id } of [onQuestion, onAnswer])
          await expectError(client.call(getComment, { id: comment_id }), 'comment.not_found')
      }
    },
  )
})
