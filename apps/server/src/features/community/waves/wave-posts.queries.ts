import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type {
  listWavePosts as listPostsCall,
  WaveAccount,
  WavePost,
} from '@stoa/contract/features/waves'
import type { Page } from '@stoa/contract/paging'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { postTraces, waveAccounts } from '../../../schema/waves.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'

type PageInput = ParsedInputOf<typeof listPostsCall>

export async function listWavePosts(
  db: ReadDb,
  { id: waveId, page, page_size: size }: PageInput,
  writeId: WriteId,
): Promise<Page<WavePost>> {
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(postTraces)
    .where(eq(postTraces.waveId, waveId))
  const ids = db
    .select({ objectId: postTraces.objectId })
    .from(postTraces)
    .where(eq(postTraces.waveId, waveId))
    // Not by the column: the planner would walk through the newer traces of all waves.
    .orderBy(desc(sql`${postTraces.objectId} + 0`))
    .limit(size)
    .offset((page - 1) * size)
  const rows = await postsQuery(db)
    .where(inArray(postTraces.objectId, ids))
    .orderBy(desc(postTraces.objectId))
  return { count: counted?.count ?? 0, list: rows.map((row) => toWavePost(row, writeId)) }
}

export async function listSamplePosts(db: ReadDb, ids: string[], writeId: WriteId) {
  const rows = ids.length === 0 ? [] : await postsQuery(db).where(inArray(postTraces.objectId, ids))
  return new Map(rows.map((row) => [row.objectId, toPost(row, writeId)]))
}

const maxExcerpt = 240

function postsQuery(db: ReadDb) {
  return db
    .select({
      objectId: postTraces.objectId,
      createdAt: postTraces.createdAt,
      isHeld: postTraces.isHeld,
      removedAt: postTraces.removedAt,
      score: postTraces.score,
      signals: postTraces.signals,
      leftOut: waveAccounts.leftOut,
      question: { id: questions.id, title: questions.title, slug: questions.slug },
      answerId: answers.id,
      commentId: comments.id,
      excerpt: sql<string>`left(coalesce(${comments.originalText}, ${answers.originalText}, ${questions.originalText}), ${maxExcerpt})`,
      author: userCardColumns,
    })
    .from(postTraces)
    .innerJoin(questions, eq(questions.id, postTraces.questionId))
    .innerJoin(users, eq(users.id, postTraces.userId))
    .leftJoin(comments, eq(comments.id, postTraces.objectId))
    .leftJoin(answers, sql`${answers.id} = coalesce(${comments.answerId}, ${postTraces.objectId})`)
    .leftJoin(
      waveAccounts,
      and(eq(waveAccounts.waveId, postTraces.waveId), eq(waveAccounts.userId, postTraces.userId)),
    )
}

type Row = Awaited<ReturnType<typeof postsQuery>>[number]

function toPost(row: Row, writeId: WriteId) {
  const { question, answerId, commentId } = row
  const type = commentId !== null ? 'comment' : answerId !== null ? 'answer' : 'question'
  return {
    object_id: writeId(row.objectId),
    object_type: type,
    question_id: writeId(question.id),
    answer_id: writeId(answerId),
    title: question.title,
    url_title: question.slug,
    excerpt: row.excerpt,
    user_info: toUserBasic(row.author),
    created_at: toUnix(row.createdAt),
  } as const
}

function toWavePost(row: Row, writeId: WriteId): WavePost {
  return {
    ...toPost(row, writeId),
    is_held: row.isHeld,
    is_removed: row.removedAt !== null,
    is_left_out: row.leftOut ?? false,
    score: row.score,
    signals: row.signals,
  }
}

export async function listWaveAccounts(
  db: ReadDb,
  { id: waveId, ...paging }: PageInput,
): Promise<Page<WaveAccount>> {
  const { count, rows } = await readPageWithCappedCount(
    db,
    () => accountsQuery(db).where(eq(waveAccounts.waveId, waveId)).$dynamic(),
    [desc(waveAccounts.leftOut), desc(waveAccounts.userId)],
    paging,
  )
  return {
    count,
    list: rows.map(({ author, createdAt, posts, leftOut }) => ({
      user_info: toUserBasic(author),
      created_at: toUnix(createdAt),
      posts,
      is_left_out: leftOut,
      is_suspended: author.status === 'suspended',
    })),
  }
}

function accountsQuery(db: ReadDb) {
  return db
    .select({
      author: userCardColumns,
      createdAt: users.createdAt,
      leftOut: waveAccounts.leftOut,
      posts: sql<number>`(select count(*)::int from ${postTraces} trace
        where trace.user_id = ${waveAccounts.userId} and trace.wave_id = ${waveAccounts.waveId})`,
    })
    .from(waveAccounts)
    .innerJoin(users, eq(users.id, waveAccounts.userId))
}
