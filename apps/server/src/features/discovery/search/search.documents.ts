import { limits } from '@stoa/contract/limits'
import { toSearchText } from '@stoa/markdown/plain'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { setImmediate } from 'node:timers/promises'
import type { Context, Tx } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { transact } from '../../../kernel/transact.ts'
import { answers, questions, questionTags } from '../../../schema/posts.ts'
import { isListed, isPostVisibleTo } from '../../content/shared/posts.visibility.ts'
import { tags } from '../../../schema/tags.ts'
import { searchDocuments, searchPlugins, searchWords } from '../../../schema/search.ts'
import { queueChanges } from './plugin-queue.actions.ts'
import { deletionVariants } from './search.typos.ts'
import { loadStems } from './search.stems.ts'
import { type PositionedWord, assignPositions, toVector } from './search.vector.ts'
import { listCorrectableWords } from './search.tokenizer.ts'

/** Posts per transaction. */
const batchSize = 100
const maxAttempts = 10

type IndexOptions = {
  /** Whether the search plugin gets the posts too. */
  isForPlugin?: boolean
}

/** Indexes the current state of posts. Hidden and missing posts are removed from the index. */
export async function indexPosts(
  ctx: Context,
  ids: readonly string[],
  { isForPlugin = true }: IndexOptions = {},
) {
  const sorted = [...new Set(ids)].toSorted()
  for (let start = 0; start < sorted.length; start += batchSize)
    await indexBatch(ctx, sorted.slice(start, start + batchSize), isForPlugin)
}

/**
 * Tokenizing is slow and needs no lock, so it happens before the transaction. Posts that changed in the meantime are
 * tokenized again.
 */
async function indexBatch(ctx: Context, ids: readonly string[], isForPlugin: boolean) {
  let pending = ids
  for (let attempt = 1; pending.length > 0; attempt++) {
    if (attempt > maxAttempts) throw new Error('posts changed on every indexing attempt')
    const posts = await readPublicPosts(ctx.primary, pending)
    const documents = await toDocuments(ctx.primary, posts)
    const currentIds = pending
    pending = await transact(ctx, async (tx) => {
      const hasPlugin = await lockPosts(tx, currentIds)
      const changed = changedIds(currentIds, posts, await readPublicPosts(tx, currentIds))
      await writeDocuments(
        tx,
        currentIds.filter((id) => !changed.has(id)),
        documents.filter(({ objectId }) => !changed.has(objectId)),
      )
      if (hasPlugin && isForPlugin) await queueChanges(tx, currentIds)
      return [...changed]
    })
  }
}

function changedIds(ids: readonly string[], before: readonly Post[], after: readonly Post[]) {
  const textsOf = (posts: readonly Post[]) =>
    new Map(posts.map((post) => [post.id, JSON.stringify(post)]))
  const [previous, current] = [textsOf(before), textsOf(after)]
  return new Set(ids.filter((id) => previous.get(id) !== current.get(id)))
}

export async function removePosts(ctx: Context, ids: readonly string[]) {
  const sorted = [...new Set(ids)].toSorted()
  await transact(ctx, async (tx) => {
    const hasPlugin = await lockPosts(tx, sorted)
    await writeDocuments(tx, sorted, [])
    if (hasPlugin) await queueChanges(tx, sorted)
  })
}

export function toIdArray(ids: readonly string[]): SQL {
  return sql`string_to_array(${ids.join(',')}, ',')::bigint[]`
}

/**
 * Serializes jobs for the same post. Advisory locks, so that votes and edits do not wait for the index. Returns whether there is
 * a search plugin.
 */
async function lockPosts(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute<{ hasPlugin: boolean }>(
    sql`select pg_advisory_xact_lock(id), exists (select from ${searchPlugins}) as "hasPlugin"
      from unnest(${toIdArray(ids)}) as post (id) order by id`,
  )
  return rows[0]?.hasPlugin === true
}

type Post = {
  id: string
  questionId: string
  answerId: string | null
  userId: string
  createdAt: Date
  title: string
  html: string
  /** `text` is the slug and the name. */
  tags: { id: string; text: string }[]
}
export type PublicPost = Post

/** Only posts that are visible to everyone. */
export async function readPublicPosts(db: ReadDb, ids: readonly string[]): Promise<Post[]> {
  const isAnswer = sql`${answers.id} is not null`
  return await db
    .select({
      id: sql<string>`post.id`.mapWith(String),
      questionId: questions.id,
      answerId: answers.id,
      userId: sql<string>`coalesce(${answers.userId}, ${questions.userId})`.mapWith(String),
      createdAt:
        sql<Date>`case when ${isAnswer} then ${answers.createdAt} else ${questions.createdAt} end`.mapWith(
          questions.createdAt,
        ),
      title: questions.title,
      html: sql<string>`case when ${isAnswer} then ${answers.parsedText} else ${questions.parsedText} end`,
      tags: sql<Post['tags']>`(
        select coalesce(json_agg(json_build_object(
            'id', ${tags.id}::text, 'text', ${tags.slugName} || ' ' || ${tags.displayName})
          order by ${questionTags.position}, ${tags.id}), '[]')
        from ${questionTags} join ${tags} on ${tags.id} = ${questionTags.tagId}
        where ${questionTags.questionId} = ${questions.id} and not ${tags.isDeleted})`,
    })
    .from(sql`unnest(${toIdArray(ids)}) as post (id)`)
    .leftJoin(answers, sql`${answers.id} = post.id`)
    .innerJoin(questions, sql`${questions.id} = coalesce(${answers.questionId}, post.id)`)
    .where(and(isListed(), isPostVisibleTo(null)))
}

type Document = typeof searchDocuments.$inferInsert

async function writeDocuments(tx: Tx, ids: readonly string[], documents: readonly Document[]) {
  const before = await tx
    .select({ titleWords: searchDocuments.titleWords })
    .from(searchDocuments)
    .where(inArray(searchDocuments.objectId, [...ids]))
  const indexedIds = documents.map(({ objectId }) => objectId)
  const removedIds = ids.filter((id) => !indexedIds.includes(id))
  if (removedIds.length > 0)
    await tx.delete(searchDocuments).where(inArray(searchDocuments.objectId, removedIds))
  if (documents.length > 0) {
    await tx
      .insert(searchDocuments)
      .values([...documents])
      .onConflictDoUpdate({
        target: searchDocuments.objectId,
        set: {
          userId: sql`excluded.user_id`,
          titleWords: sql`excluded.title_words`,
          vector: sql`excluded.vector`,
        },
      })
  }
  await updateWordCounts(tx, before, documents)
}

/** Tokenizes in groups and yields between them, so that the event loop stays responsive. */
async function toDocuments(db: ReadDb, posts: readonly Post[]): Promise<Document[]> {
  const documents: Document[] = []
  for (const group of groupBySize(posts)) {
    documents.push(...(await tokenizeGroup(db, group)))
    await setImmediate()
  }
  return documents
}

/** The length of one long post. */
const groupSize = limits.body.max

export function groupBySize(posts: readonly Post[]): Post[][] {
  const groups: Post[][] = []
  let remaining = 0
  for (const post of posts) {
    if (remaining < post.html.length) {
      groups.push([])
      remaining = groupSize
    }
    groups.at(-1)?.push(post)
    remaining -= post.html.length
  }
  return groups
}

/** Title, tags and text have gaps between them, so that no phrase spans two of them. */
async function tokenizeGroup(db: ReadDb, posts: readonly Post[]): Promise<Document[]> {
  const placed = posts.map((post) => ({ post, words: toPositionedWords(post) }))
  const stems = await loadStems(
    db,
    placed.flatMap(({ words }) => words.map(({ word }) => word)),
  )
  return placed.map(({ post, words }) => ({
    objectId: post.id,
    questionId: post.questionId,
    type: post.answerId === null ? ('question' as const) : ('answer' as const),
    userId: post.userId,
    createdAt: post.createdAt,
    titleWords:
      post.answerId === null
        ? listCorrectableWords([post.title, ...post.tags.map(({ text }) => text)].join(' '))
        : [],
    vector: toVector(words, stems),
  }))
}

function toPositionedWords(post: Post): PositionedWord[] {
  const isQuestion = post.answerId === null
  return assignPositions([
    { text: isQuestion ? post.title : '', weight: 'A' },
    ...post.tags.map(({ text }) => ({ text: isQuestion ? text : '', weight: 'B' as const })),
    { text: toSearchText(post.html), weight: 'C' },
  ])
}

type HasTitleWords = { titleWords: string[] }

/** Updates the title count of each word. Sorted, so that concurrent transactions lock rows in one order. */
async function updateWordCounts(
  tx: Tx,
  before: readonly HasTitleWords[],
  after: readonly HasTitleWords[],
) {
  const deltas = new Map<string, number>()
  const count = (list: readonly HasTitleWords[], by: number) => {
    for (const word of list.flatMap(({ titleWords }) => titleWords))
      deltas.set(word, (deltas.get(word) ?? 0) + by)
  }
  count(before, -1)
  count(after, 1)
  const changes = [...deltas]
    .filter(([, by]) => by !== 0)
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
  if (changes.length === 0) return
  await tx
    .insert(searchWords)
    .values(changes.map(([word, titles]) => ({ word, titles, shorter: deletionVariants(word) })))
    .onConflictDoUpdate({
      target: searchWords.word,
      set: { titles: sql`${searchWords.titles} + excluded.titles` },
    })
  const decreased = changes.filter(([, by]) => by < 0).map(([word]) => word)
  if (decreased.length > 0)
    await tx
      .delete(searchWords)
      .where(and(inArray(searchWords.word, decreased), sql`${searchWords.titles} <= 0`))
}

export async function listPostsOfQuestion(db: ReadDb, questionId: string) {
  const rows = await db
    .select({ id: answers.id })
    .from(answers)
    .where(eq(answers.questionId, questionId))
  return [questionId, ...rows.map(({ id }) => id)]
}
