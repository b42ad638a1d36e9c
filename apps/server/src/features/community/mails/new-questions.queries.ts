import type { MailFrequency, SendingFrequency } from '@stoa/contract/features/mails'
import { and, eq, inArray, ne, not, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { idArray } from '../../../kernel/id-array.ts'
import { follows } from '../../../schema/follows.ts'
import { ignoredTags } from '../../../schema/ignored-tags.ts'
import { dueMails } from '../../../schema/mails.ts'
import { questions, questionTags } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { isListed } from '../../content/shared/posts.visibility.ts'
import { type FoundQuestions, frequencyOf, isDigest, type QuestionKind } from './mails.rules.ts'
import type { Receiver } from './receivers.queries.ts'

/** As many as a mail may show, whatever else it says. */
const maxFound = 10
/** Of all questions, only so many of the newest are searched. */
const maxSearched = 200

/**
 * Digests list questions that are this old: by then the job that schedules digests has run. A younger one is left to the next
 * digest, so that it is in one of them, and not in two.
 */
export const questionDelay = sql.raw(`interval '1 minute'`)

/** What the mail says about a new question. */
export type QuestionItem = {
  subjectId: string
  mail: QuestionKind
  questionId: string
  title: string
  slug: string
  excerpt: string
  asker: string
  tagNames: string[]
  at: Date
}

const columns = {
  questionId: questions.id,
  title: questions.title,
  slug: questions.slug,
  excerpt: questions.excerpt,
  asker: users.displayName,
  at: questions.createdAt,
  tagNames: sql<
    string[]
  >`(select coalesce(json_agg(${tags.slugName} order by ${questionTags.position}), '[]'::json)
    from ${questionTags} inner join ${tags} on ${tags.id} = ${questionTags.tagId}
    where ${questionTags.questionId} = ${questions.id})`,
}

/** What a mail is about: questions that were scheduled since, up to the time when it is composed. */
type Window = { frequency: SendingFrequency; since: Date; until: Date | null }

/** The queued questions that are still listed, and for digests those that a search finds. Newest first. */
export async function findQuestions(
  db: ReadDb,
  window: Window,
  receiver: Receiver,
  queuedIds: readonly string[],
): Promise<FoundQuestions<QuestionItem>> {
  // Digests have queued ones too: of mails over the limit of a day.
  const queued = queuedIds.length === 0 ? [] : await listQueued(db, receiver.viewer.id, queuedIds)
  const found = isDigest(window.frequency) ? await searchForDigest(db, window, receiver) : noneFound
  const join = (kind: QuestionKind) => {
    const own = queued.filter(({ mail }) => mail === kind)
    const { items, total } = found[kind]
    return { items: [...own, ...items], total: own.length + total }
  }
  return { followed_tags: join('followed_tags'), all_questions: join('all_questions') }
}

/** Whether the search of a digest finds a question. */
export async function hasDigestQuestions(db: ReadDb, window: Window, receiver: Receiver) {
  const found = await searchForDigest(db, window, receiver)
  return found.followed_tags.total + found.all_questions.total > 0
}

async function listQueued(
  db: ReadDb,
  userId: string,
  ids: readonly string[],
): Promise<QuestionItem[]> {
  const rows = await db
    .select({ ...columns, mail: dueMails.kind })
    .from(dueMails)
    .innerJoin(questions, eq(questions.id, dueMails.subjectId))
    .innerJoin(users, eq(users.id, questions.userId))
    .where(
      and(
        eq(dueMails.userId, userId),
        sql`${dueMails.subjectId} = any(${idArray(ids)})`,
        isListed(),
      ),
    )
    .orderBy(sql`${questions.id} desc`)
  return rows.map((row) => ({
    ...row,
    mail: row.mail as QuestionKind,
    subjectId: row.questionId,
  }))
}

type QuestionList = { items: QuestionItem[]; total: number }
const none: QuestionList = { items: [], total: 0 }
const noneFound = { followed_tags: none, all_questions: none }

/** The questions that were asked since the digest was scheduled, as far as the user wants them in this digest. */
async function searchForDigest(
  db: ReadDb,
  window: Window,
  { viewer, choices, questionsLeft }: Receiver,
): Promise<Record<QuestionKind, QuestionList>> {
  const tagged = inFollowedTags(viewer.id, window, frequencyOf('followed_tags', choices))
  const followed =
    tagged === null
      ? none
      : await search(db, viewer.id, {
          mail: 'followed_tags',
          where: and(tagged, isWithin(window)),
          max: maxFound,
        })
  if (frequencyOf('all_questions', choices) !== window.frequency)
    return { ...noneFound, followed_tags: followed }
  const others = await search(db, viewer.id, {
    mail: 'all_questions',
    where: and(
      inArray(
        questions.id,
        sql`(select recent.id from ${questions} recent order by recent.id desc limit ${sql.raw(String(maxSearched))})`,
      ),
      isWithin(window),
      tagged === null ? undefined : not(tagged),
      hasNoIgnoredTag(viewer.id),
    ),
    max: Math.min(maxFound, questionsLeft),
  })
  return { followed_tags: followed, all_questions: others }
}

const toTime = (date: Date) => sql`${date.toISOString()}::timestamptz - ${questionDelay}`

function isWithin({ since, until }: Window): SQL | undefined {
  return and(
    sql`${questions.createdAt} >= ${toTime(since)}`,
    until === null ? undefined : sql`${questions.createdAt} < ${toTime(until)}`,
  )
}

/** Null if this digest has none. With single mails, the daily digest has the tags that are followed for it. */
function inFollowedTags(
  userId: string,
  { frequency, since }: Window,
  chosen: MailFrequency,
): SQL | null {
  const isForAll = chosen === frequency
  const isForSome = frequency === 'daily' && (chosen === 'immediate' || chosen === 'hourly')
  if (!isForAll && !isForSome) return null
  const found = sql`(select ${questionTags.questionId} from ${follows}
    inner join ${questionTags} on ${questionTags.tagId} = ${follows.objectId}
      and ${questionTags.askedAt} >= ${toTime(since)}
    where ${follows.userId} = ${userId}
    group by ${questionTags.questionId}
    having ${isForAll} or min(${follows.level}) = 'digest')`
  return inArray(questions.id, found)
}

type Search = { mail: QuestionKind; where: SQL | undefined; max: number }

async function search(
  db: ReadDb,
  userId: string,
  { mail, where, max }: Search,
): Promise<QuestionList> {
  const rows = await db
    .select({ ...columns, total: sql<number>`count(*) over ()::int` })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(and(where, ne(questions.userId, userId), isListed(), isNotQueued(userId)))
    .orderBy(sql`${questions.id} desc`)
    .limit(max)
  const items = rows.map((row) => ({ ...row, mail, subjectId: row.questionId }))
  return { items, total: rows[0]?.total ?? 0 }
}

/** It is, or was, in a mail for another reason. */
function isNotQueued(userId: string): SQL {
  return sql`not exists (select 1 from ${dueMails}
    where ${dueMails.userId} = ${userId} and ${dueMails.subjectId} = ${questions.id})`
}

function hasNoIgnoredTag(userId: string): SQL {
  return sql`not exists (select 1 from ${questionTags} inner join ${ignoredTags}
    on ${ignoredTags.tagId} = ${questionTags.tagId} and ${ignoredTags.userId} = ${userId}
    where ${questionTags.questionId} = ${questions.id})`
}
