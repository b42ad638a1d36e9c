import { render } from '@stoa/markdown/render'
import { parseSearchQuery } from '@stoa/contract/search-query'
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { toTextColumns } from '../../content/shared/posts.actions.ts'
import { answers, questions, questionTags } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { corpusDocuments } from './corpus/documents.ts'
import { corpusQueries } from './corpus/queries.ts'
import { indexAll } from './search.factory.ts'
import { postgresSearch } from './search.postgres.ts'

const reportOf = (engine: string) => `.test-results/search-relevance-${engine}.txt`

describe.each(['postgres', 'pglite'] as const)('search relevance on %s', (engine) => {
  let site: TestSite
  const nameOf = new Map<string, string>()

  beforeAll(async () => {
    site = await aSite({ engine })
    const ada = await aUser(site.ctx, { name: 'Ada' })
    for (const document of corpusDocuments) await write(document, ada.id)
    await indexAll(site.ctx)
  })
  afterAll(() => site.close())

  /** Inserts directly to avoid rate limits. */
  async function write(
    { name, title, body, answers: texts, tags: slugs }: (typeof corpusDocuments)[number],
    userId: string,
  ) {
    const { autocommit: db, clock } = site.ctx
    const at = { createdAt: clock.now() }
    const [created] = await db
      .insert(questions)
      .values({
        userId,
        title,
        slug: 'x',
        ...toTextColumns(body, render(body)),
        ...at,
        activeAt: clock.now(),
        activeBy: userId,
        answerCount: texts.length,
      })
      .returning({ id: questions.id })
    const questionId = requireRow(created).id
    nameOf.set(questionId, name)
    for (const [position, slugName] of slugs.entries()) {
      const [tag] = await db
        .insert(tags)
        .values({ slugName, displayName: slugName, createdBy: userId, ...at })
        .onConflictDoUpdate({ target: tags.slugName, set: { isDeleted: false } })
        .returning({ id: tags.id })
      await db
        .insert(questionTags)
        .values({ questionId, tagId: requireRow(tag).id, position, askedAt: clock.now() })
    }
    for (const text of texts) {
      const [answer] = await db
        .insert(answers)
        .values({ questionId, userId, ...toTextColumns(text, render(text)), ...at })
        .returning({ id: answers.id })
      nameOf.set(requireRow(answer).id, name)
    }
  }

  it('finds 90% of the expected questions in the first ten results', async () => {
    const provider = postgresSearch(site.ctx)
    const lines: string[] = []
    let [recallSum, reciprocal] = [0, 0]
    for (const { kind, q, expected } of corpusQueries) {
      const options = { order: 'relevance', page: 1, size: 10, actor: null } as const
      const { hits } = await provider.search(parseSearchQuery(q), options)
      const names = hits.map(({ id }) => nameOf.get(id) ?? '')
      const missed = expected.filter((name) => !names.includes(name))
      const first = names.findIndex((name) => expected.includes(name))
      recallSum += 1 - missed.length / expected.length
      reciprocal += first < 0 ? 0 : 1 / (first + 1)
      if (missed.length > 0)
        lines.push(`${kind}: ${q} -> ${names.join(' ')}, without ${missed.join(' ')}`)
    }
    const recall = recallSum / corpusQueries.length
    const summary = `${engine}: recall at 10 ${recall.toFixed(3)}, mean reciprocal rank ${(reciprocal / corpusQueries.length).toFixed(3)}, ${corpusQueries.length} searches in ${corpusDocuments.length} questions`
    mkdirSync('.test-results', { recursive: true })
    writeFileSync(reportOf(engine), [summary, ...lines, ''].join('\n'))
    expect(corpusQueries.length).toBeGreaterThanOrEqual(100)
    expect(recall, lines.join('\n')).toBeGreaterThanOrEqual(0.9)
  })
})
