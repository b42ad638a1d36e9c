import type { SearchOptions, SearchResult } from '../search.provider.ts'
import { parseSearchQuery, type SearchQuery } from '@stoa/contract/search-query'
import { render } from '@stoa/markdown/render'
import type { Context } from '../../../../kernel/context.ts'
import { requireRow } from '../../../../kernel/transact.ts'
import { answers, questions, questionTags } from '../../../../schema/posts.ts'
import { tags } from '../../../../schema/tags.ts'
import { toTextColumns } from '../../../content/shared/posts.actions.ts'
import { type CorpusDocument, corpusDocuments } from './documents.ts'
import { corpusQueries } from './queries.ts'

/** Returns the name of the document of each post. */
export async function writeCorpus(ctx: Context, userId: string): Promise<Map<string, string>> {
  const nameOf = new Map<string, string>()
  for (const document of corpusDocuments)
    for (const id of await writeDocument(ctx, document, userId)) nameOf.set(id, document.name)
  return nameOf
}

/** Inserts directly to avoid rate limits. */
async function writeDocument(
  { autocommit: db, clock }: Context,
  { title, body, answers: texts, tags: slugs }: CorpusDocument,
  userId: string,
) {
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
  const ids = [questionId]
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
    ids.push(requireRow(answer).id)
  }
  return ids
}

type Search = (query: SearchQuery, options: SearchOptions) => Promise<Pick<SearchResult, 'hits'>>

/** Searches for everything that the corpus has an expectation for. */
export async function measureRelevance(search: Search, nameOf: ReadonlyMap<string, string>) {
  const missing: string[] = []
  let [recallSum, reciprocal] = [0, 0]
  for (const { kind, q, expected } of corpusQueries) {
    const options = { order: 'relevance', page: 1, size: 10, actor: null } as const
    const { hits } = await search(parseSearchQuery(q), options)
    const names = hits.map(({ id }) => nameOf.get(id) ?? '')
    const missed = expected.filter((name) => !names.includes(name))
    const first = names.findIndex((name) => expected.includes(name))
    recallSum += 1 - missed.length / expected.length
    reciprocal += first < 0 ? 0 : 1 / (first + 1)
    if (missed.length > 0)
      missing.push(`${kind}: ${q} -> ${names.join(' ')}, without ${missed.join(' ')}`)
  }
  const recall = recallSum / corpusQueries.length
  const reciprocalRank = reciprocal / corpusQueries.length
  const summary = `recall at 10 ${recall.toFixed(3)}, mean reciprocal rank ${reciprocalRank.toFixed(3)}, ${corpusQueries.length} searches in ${corpusDocuments.length} questions`
  return { recall, reciprocalRank, searches: corpusQueries.length, summary, missing }
}
