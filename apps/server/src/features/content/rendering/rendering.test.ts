import { getAnswer } from '@stoa/contract/features/answers'
import { addComment, listComments } from '@stoa/contract/features/comments'
import { renderText } from '@stoa/contract/features/posts'
import { editQuestion, getQuestion, listQuestions } from '@stoa/contract/features/questions'
import { search } from '@stoa/contract/features/search'
import { createTag, getTag } from '@stoa/contract/features/tags'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { packPlugin } from '../../../../../../scripts/build/plugins.ts'
import { rootDir } from '../../../../../../scripts/services/ports.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aPackage } from '../../../../test/plugins.ts'
import { siteCaller } from '../../../kernel/plugins.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { recordStatements } from '../../../../test/statement-log.ts'
import { transact } from '../../../kernel/transact.ts'
import { unfinishedTexts } from '../../../schema/unfinished-texts.ts'
import { changeConfig } from '../../admin/plugins/site-config.actions.ts'
import { setEnabled } from '../../admin/plugins/plugins.actions.ts'
import { aPlugin } from '../../admin/plugins/plugins.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { renderDueTexts } from './rendering.jobs.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let client: ReturnType<TestSite['as']>
beforeAll(async () => {
  site = await aSite({ works: true })
  ada = await aUser(site.ctx, { role: 'admin' })
  client = site.as(ada.token)
})
afterAll(() => site.close())

const preview = (content: string) => client.call(renderText, { content })
const htmlOf = async (id: string) => (await client.call(getQuestion, { id })).html
/** The first call starts a process, which may be late on a busy machine. */
const untilShown = (content: string, part: string) =>
  vi.waitFor(async () => expect(await preview(content)).toContain(part), { timeout: 60_000 })

const setPlugin = async (slug: string, enabled: boolean) => {
  await transact(site.ctx, (tx) => setEnabled(tx, { slug, enabled }, null))
  await waitForJobs(site.ctx)
}

describe('formulas', () => {
  const content = 'Why is $a_n < \\frac1n$ for all *n*? It costs $5 and $10.'
  let early: string

  beforeAll(async () => {
    early = (await aQuestion(client, { title: 'Asked before the plugin', content })).id
    await aPlugin(site.ctx, await packPlugin(join(rootDir, 'plugins/math')))
    await untilShown('$warm$', '<math>')
  })
  afterAll(() => setPlugin('math', false))

  it('are MathML in posts, comments and tags, and in their previews', async () => {
    const shown = /^<p>Why is <span dir="ltr" class="plugin-math"><math><semantics>.*<mfrac>/
    const question = await aQuestion(client, { content })
    expect(await htmlOf(question.id)).toMatch(shown)
    expect(await preview(content)).toBe(await htmlOf(question.id))
    const answer = await anAnswer(client, question.id, content)
    expect((await client.call(getAnswer, { id: answer.id })).info.html).toMatch(shown)
    await client.call(addComment, { object_id: question.id, original_text: content })
    const { list } = await client.call(listComments, { object_id: question.id })
    expect(list[0]?.parsed_text).toMatch(shown)
    const tag = { slug_name: 'limits', display_name: 'Limits', original_text: content }
    await client.call(createTag, tag)
    expect((await client.call(getTag, { name: 'limits' })).parsed_text).toMatch(shown)
  })

  it('are TeX in excerpts, searches and feeds', async () => {
    const question = await aQuestion(client, { title: 'Formulas elsewhere', content })
    const { list } = await client.call(listQuestions, {})
    expect(list.find(({ id }) => id === question.id)?.description).toBe(
      'Why is $a_n < \\frac1n$ for all n? It costs $5 and $10.',
    )
    await waitForJobs(site.ctx)
    const found = await client.call(search, { q: 'formulas elsewhere' })
    expect(found.list[0]?.object.excerpt).toBe(
      'Why is a_n &lt; \\frac1n for all n? It costs $5 and $10.',
    )
    const { body } = await site.app.inject(`/questions/${question.id}/feed.atom`)
    expect(body).toContain('&lt;code&gt;a_n &amp;lt; \\frac1n&lt;/code&gt;')
    expect(body).not.toContain('&lt;math')
  })

  it('show their source with the error', async () => {
    expect(await preview('$\\frac{$')).toMatch(
      /^<p><code dir="ltr" title="Unexpected end of input[^"]*" class="plugin-math plugin-math-error">\\frac\{<\/code>/,
    )
  })

  it('cannot be typed as MathML', async () => {
    expect(await preview('<math><mi>x</mi></math> and $x$')).toMatch(
      /^<p>&lt;math&gt;&lt;mi&gt;x&lt;\/mi&gt;&lt;\/math&gt; and <span dir="ltr" class="plugin-math"><math>/,
    )
  })

  it('follow the plugin: stored texts are rendered again by a job', async () => {
    await waitForJobs(site.ctx)
    expect(await htmlOf(early)).toContain('<math>')
    await setPlugin('math', false)
    expect(await htmlOf(early)).toBe(
      '<p>Why is $a_n &lt; \\frac1n$ for all <em>n</em>? It costs $5 and $10.</p>\n',
    )
    const tag = await client.call(getTag, { name: 'limits' })
    expect(tag.parsed_text).not.toContain('<math')
    await setPlugin('math', true)
    expect(await htmlOf(early)).toContain('<math>')
    expect((await client.call(getTag, { name: 'limits' })).parsed_text).toContain('<math')
  })

  it('follow its settings', async () => {
    const sent = { dollars: false, brackets: true }
    await transact(site.ctx, (tx) => changeConfig(tx, { slug: 'math', sent }, ada))
    await waitForJobs(site.ctx)
    expect(await htmlOf(early)).not.toContain('<math>')
    expect(await preview('$x$ \\(y\\) $$z$$')).toMatch(/^<p>\$x\$ <span.*<mi>y<.*<mi>z</)
    await transact(site.ctx, (tx) =>
      changeConfig(tx, { slug: 'math', sent: { dollars: true } }, ada),
    )
    await waitForJobs(site.ctx)
  })

  it('keep edits that are made while texts are rendered again', async () => {
    const { id, title } = await aQuestion(client, { content: 'Before $x$' })
    await client.call(editQuestion, {
      id,
      title,
      content: 'After $y$',
      tags: [{ slug_name: 'bread' }],
      version: 1,
    })
    await setPlugin('math', false)
    expect(await htmlOf(id)).toBe('<p>After $y$</p>\n')
    await setPlugin('math', true)
  })

  it('need no call where there are none', async () => {
    const { calls } = site.ctx.plugins.use('math')
    await aQuestion(client, { content: 'It costs $5 and $10, in `$x$` too.' })
    expect(site.ctx.plugins.use('math').calls).toBe(calls)
  })

  it('call the plugin once for a text, and not again when it is saved after a preview', async () => {
    const { calls } = site.ctx.plugins.use('math')
    await preview('$p$ and $q$ and $$r$$')
    await aQuestion(client, { content: '$p$ and $q$ and $$r$$' })
    expect(site.ctx.plugins.use('math').calls).toBe(calls + 1)
  })
})

describe('a plugin that', () => {
  const aRenderer = (slug: string, render: string) =>
    aPackage({
      slug,
      server: `import { html } from '@stoa/plugin-kit/server'\nexport default { ${render} }`,
      provides: { render: { fences: [slug] }, functions: [{ name: 'cheer', access: 'visitor' }] },
      manifest: { kit: '^1.1', kinds: ['render'], permissions: { storage: true } },
    })
  const textFor = (slug: string) => `Before\n\n\`\`\`${slug}\n<a> & b\n\`\`\`\n\nAfter`
  const source = (slug: string) =>
    `<pre tabindex="0"><code class="language-${slug}">&lt;a&gt; &amp; b\n</code></pre>`
  const listUnfinished = () => site.db.select().from(unfinishedTexts)
  let slug = ''

  const enable = async (name: string, render: string) => {
    slug = name
    await aPlugin(site.ctx, aRenderer(name, render))
  }
  afterEach(async () => {
    await setPlugin(slug, false)
    await site.db.delete(unfinishedTexts)
  })

  it('returns HTML is shown, sanitized', async () => {
    await enable(
      'shouter',
      'render: (pieces) => pieces.map(({ source }) => html`<figure class="plugin-shout fixed" onclick="x()">${source.toUpperCase()}</figure>` + "<script>alert(1)</script>")',
    )
    await untilShown(textFor('shouter'), '<figure')
    const { id } = await aQuestion(client, { content: textFor('shouter') })
    expect(await htmlOf(id)).toBe(
      '<p>Before</p>\n<figure class="plugin-shout">&lt;A&gt; &amp; B\n</figure><p>After</p>\n',
    )
    expect(await listUnfinished()).toEqual([])
  })

  it.each([
    ['thrower', 'render() { throw new Error("no") }'],
    ['liar', 'render: () => [{ toString: () => 7 }, 7]'],
    ['sleeper', 'render: () => new Promise(() => {})'],
  ])('fails leaves the source, and the text is saved: %s', async (name, render) => {
    await enable(name, render)
    const { id } = await aQuestion(client, { content: textFor(name) })
    expect(await htmlOf(id)).toContain(source(name))
    expect(await listUnfinished()).toMatchObject([{ objectId: id, tries: 0 }])
  })

  it('works again shows what it could not show', async () => {
    const cheer = "async cheer(_, kit) { await kit.storage.set('mood', 'good'); return null }"
    await enable(
      'moody',
      `async render(pieces, kit) {
        if ((await kit.storage.get('mood')) !== 'good') throw new Error('no')
        return pieces.map(() => '<p>good</p>')
      }, functions: { ${cheer} }`,
    )
    const { id } = await aQuestion(client, { content: textFor('moody') })
    expect(await htmlOf(id)).toContain(source('moody'))
    await renderDueTexts(site.ctx)
    expect(await listUnfinished()).toMatchObject([{ objectId: id, tries: 0 }])
    site.advance(61_000)
    await renderDueTexts(site.ctx)
    expect(await listUnfinished()).toMatchObject([{ objectId: id, tries: 1 }])
    const call = { name: 'cheer', input: null }
    await vi.waitFor(() => site.ctx.plugins.call('moody', 'function', call, siteCaller(site.ctx)), {
      timeout: 60_000,
    })
    site.advance(601_000)
    await renderDueTexts(site.ctx)
    expect(await htmlOf(id)).toContain('<p>good</p>')
    expect(await listUnfinished()).toEqual([])
  })

  it('keeps failing is not asked forever', async () => {
    await enable('thrower', 'render() { throw new Error("no") }')
    const { id } = await aQuestion(client, { content: textFor('thrower') })
    const nextAt = new Date(0)
    await site.db.update(unfinishedTexts).set({ tries: 3, nextAt })
    await renderDueTexts(site.ctx)
    expect(await listUnfinished()).toEqual([])
    expect(await htmlOf(id)).toContain(source('thrower'))
  })
})

it('makes no statement on sites without such plugins', async () => {
  expect(site.ctx.plugins.ofTexts()).toBeNull()
  const statements = await recordStatements(site, () => renderDueTexts(site.ctx))
  expect(statements).toEqual([])
})
