import { limits } from '@stoa/contract/limits'
import { toSearchText } from '@stoa/markdown/plain'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { type Tx, transact } from '../../kernel/transact.ts'
import { answers, questions, questionTags } from '../posts/posts.table.ts'
import { isListed, isPostVisibleTo } from '../posts/posts.visibility.ts'
import { tags } from '../posts/tags.table.ts'
import { searchDocuments, searchWords } from './search.table.ts'
import { shorterOf } from './search.typos.ts'
import { stemsOf } from './search.stems.ts'
import { type Placed, place, toVector } from './search.vector.ts'
import { spelledWordsOf } from './search.words.ts'

/** How many posts are written in one transaction. */
const batch = 100
const mostAttempts = 10

/** Writes down how posts are now. Those that are not for everyone, or not there any more, are taken out. */
export async function indexPosts(ctx: Context, ids: readonly string[]) {
  const sorted = [...new Set(ids)].toSorted()
  for (let start = 0; start < sorted.length; start += batch)
    await indexBatch(ctx, sorted.slice(start, start + batch))
}

/**
 * Tokenizing is slow and needs no lock, so it happens before the transaction. Posts that changed in the meantime are
 * tokenized again.
 */
async function indexBatch(ctx: Context, ids: readonly string[]) {
  let pending = ids
  for (let attempt = 1; pending.length > 0; attempt++) {
    if (attempt > mostAttempts) throw new Error('posts kept changing while they were indexed')
    const posts = await readPosts(ctx.primary, pending)
    const documents = await toDocuments(ctx.primary, posts)
    const wanted = pending
    pending = await transact(ctx, async (tx) => {
      await lock(tx, wanted)
      const changed = changedIds(wanted, posts, await readPosts(tx, wanted))
      await write(
        tx,
        wanted.filter((id) => !changed.has(id)),
        documents.filter(({ objectId }) => !changed.has(objectId)),
      )
      return [...changed]
    })
  }
}

/** The posts that differ between two reads. */
function changedIds(ids: readonly string[], before: readonly Post[], after: readonly Post[]) {
  const textsOf = (posts: readonly Post[]) =>
    new Map(posts.map((post) => [post.id, JSON.stringify(post)]))
  const [earlier, later] = [textsOf(before), textsOf(after)]
  return new Set(ids.filter((id) => earlier.get(id) !== later.get(id)))
}

export async function removePosts(ctx: Context, ids: readonly string[]) {
  const sorted = [...new Set(ids)].toSorted()
  await transact(ctx, async (tx) => {
    await lock(tx, sorted)
    await write(tx, sorted, [])
  })
}

export function idList(ids: readonly string[]): SQL {
  return sql`string_to_array(${ids.join(',')}, ',')::bigint[]`
}

/**
 * Of two jobs for one post, the second waits and then reads what the first could not see yet. Not the rows of the post:
 * nobody who votes or edits should wait for the index.
 */
async function lock(tx: Tx, ids: readonly string[]) {
  await tx.execute(
    sql`select pg_advisory_xact_lock(id) from unnest(${idList(ids)}) as post (id) order by id`,
  )
}

type Post = {
  id: string
  questionId: string
  answerId: string | null
  userId: string
  createdAt: Date
  title: string
  html: string
  tags: string[]
}

/** Those of the posts that everyone may find. */
async function readPosts(db: Db, ids: readonly string[]): Promise<Post[]> {
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
      tags: sql<string[]>`(
        select coalesce(json_agg(${tags.slugName} || ' ' || ${tags.displayName}
          order by ${questionTags.position}, ${tags.id}), '[]')
        from ${questionTags} join ${tags} on ${tags.id} = ${questionTags.tagId}
        where ${questionTags.questionId} = ${questions.id} and not ${tags.isDeleted})`,
    })
    .from(sql`unnest(${idList(ids)}) as post (id)`)
    .leftJoin(answers, sql`${answers.id} = post.id`)
    .innerJoin(questions, sql`${questions.id} = coalesce(${answers.questionId}, post.id)`)
    .where(and(isListed(), isPostVisibleTo(null)))
}

type Document = typeof searchDocuments.$inferInsert

async function write(tx: Tx, ids: readonly string[], documents: readonly Document[]) {
  const before = await tx
    .select({ titleWords: searchDocuments.titleWords })
    .from(searchDocuments)
    .where(inArray(searchDocuments.objectId, [...ids]))
  const kept = documents.map(({ objectId }) => objectId)
  const gone = ids.filter((id) => !kept.includes(id))
  if (gone.length > 0)
    await tx.delete(searchDocuments).where(inArray(searchDocuments.objectId, gone))
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
  await moveWords(tx, before, documents)
}

/** Tokenizes a few posts at a time: requests are answered in between. */
async function toDocuments(db: Db, posts: readonly Post[]): Promise<Document[]> {
  const documents: Document[] = []
  for (const group of groupBySize(posts)) {
    documents.push(...(await toDocumentsOfGroup(db, group)))
    await setImmediate()
  }
  return documents
}

/** About as much text as one long post has. */
const groupLength = limits.body.max

function groupBySize(posts: readonly Post[]): Post[][] {
  const groups: Post[][] = []
  let room = 0
  for (const post of posts) {
    if (room < post.html.length) {
      groups.push([])
      room = groupLength
    }
    groups.at(-1)?.push(post)
    room -= post.html.length
  }
  return groups
}

/** The vectors of posts: title, then tags, then text, apart from each other so that no phrase spans two of them. */
async function toDocumentsOfGroup(db: Db, posts: readonly Post[]): Promise<Document[]> {
  const placed = posts.map((post) => ({ post, words: placedWordsOf(post) }))
  const stems = await stemsOf(
    db,
    placed.flatMap(({ words }) => words.map(({ word }) => word)),
  )
  return placed.map(({ post, words }) => ({
    objectId: post.id,
    questionId: post.questionId,
    type: post.answerId === null ? ('question' as const) : ('answer' as const),
    userId: post.userId,
    createdAt: post.createdAt,
    titleWords: post.answerId === null ? spelledWordsOf([post.title, ...post.tags].join(' ')) : [],
    vector: toVector(words, stems),
  }))
}

function placedWordsOf(post: Post): Placed[] {
  const isQuestion = post.answerId === null
  return place([
    { text: isQuestion ? post.title : '', weight: 'A' },
    ...post.tags.map((text) => ({ text: isQuestion ? text : '', weight: 'B' as const })),
    { text: toSearchText(post.html), weight: 'C' },
  ])
}

type Titled = { titleWords: string[] }

/** How many titles have each word: what is left out is taken off, what is new is added, all in one order. */
async function moveWords(tx: Tx, before: readonly Titled[], after: readonly Titled[]) {
  const steps = new Map<string, number>()
  const move = (list: readonly Titled[], by: number) => {
    for (const word of list.flatMap(({ titleWords }) => titleWords))
      steps.set(word, (steps.get(word) ?? 0) + by)
  }
  move(before, -1)
  move(after, 1)
  const moved = [...steps]
    .filter(([, by]) => by !== 0)
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
  if (moved.length === 0) return
  await tx
    .insert(searchWords)
    .values(moved.map(([word, titles]) => ({ word, titles, shorter: shorterOf(word) })))
    .onConflictDoUpdate({
      target: searchWords.word,
      set: { titles: sql`${searchWords.titles} + excluded.titles` },
    })
  const left = moved.filter(([, by]) => by < 0).map(([word]) => word)
  if (left.length > 0)
    await tx
      .delete(searchWords)
      .where(and(inArray(searchWords.word, left), sql`${searchWords.titles} <= 0`))
}

/** The posts of a question: itself and its answers. */
export async function postsOfQuestion(db: Db, questionId: string) {
  const rows = await db
    .select({ id: answers.id })
    .from(answers)
    .where(eq(answers.questionId, questionId))
  return [questionId, ...rows.map(({ id }) => id)]
}
