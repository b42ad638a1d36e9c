import type { MailFrequency, SendingFrequency } from '@stoa/contract/features/mails'
import { and, eq, gte, inArray, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { follows } from '../../../schema/follows.ts'
import { ignoredTags } from '../../../schema/ignored-tags.ts'
import { dueMails } from '../../../schema/mails.ts'
import { questions, questionTags } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { isListed } from '../../content/shared/posts.visibility.ts'
import type { Claim } from './claims.actions.ts'
import { frequencyOf, type QuestionKind } from './mails.rules.ts'
import type { Receiver } from './receivers.queries.ts'

/** A digest should be read to its end. */
const maxInDigest = 10
/** Of all questions, only so many of the newest are searched. */
const maxSearched = 200

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

/** The queued questions that are still listed, newest first. */
export async function listDueQuestions(
  db: ReadDb,
  { userId, frequency }: Claim,
): Promise<QuestionItem[]> {
  const rows = await db
    .select({ ...columns, mail: dueMails.kind })
    .from(dueMails)
    .innerJoin(questions, eq(questions.id, dueMails.subjectId))
    .innerJoin(users, eq(users.id, questions.userId))
    .where(
      and(
        eq(dueMails.userId, userId),
        eq(dueMails.frequency, frequency),
        isNull(dueMails.settledAt),
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

/** The questions that were asked since the digest was scheduled, as far as the user wants them in this digest. */
export async function listDigestQuestions(
  db: ReadDb,
  { frequency, since }: Claim,
  { viewer, choices, questionsLeft }: Receiver,
): Promise<QuestionItem[]> {
  const tagged = inFollowedTags(viewer.id, since, {
    chosen: frequencyOf('followed_tags', choices),
    frequency,
  })
  const followed =
    tagged === null
      ? []
      : await search(db, viewer.id, { mail: 'followed_tags', where: tagged, max: maxInDigest })
  if (frequencyOf('all_questions', choices) !== frequency) return followed
  const others = await search(db, viewer.id, {
    mail: 'all_questions',
    where: and(
      inArray(
        questions.id,
        sql`(select recent.id from ${questions} recent order by recent.id desc limit ${sql.raw(String(maxSearched))})`,
      ),
      gte(questions.createdAt, since),
      notInArray(questions.id, ['0', ...followed.map(({ questionId }) => questionId)]),
      hasNoIgnoredTag(viewer.id),
    ),
    max: Math.min(maxInDigest, questionsLeft),
  })
  return [...followed, ...others]
}

type Digest = { chosen: MailFrequency; frequency: SendingFrequency }

/** Null if this digest has none. With single mails, the daily digest has the tags that are followed for it. */
function inFollowedTags(userId: string, since: Date, { chosen, frequency }: Digest): SQL | null {
  const isForAll = chosen === frequency
  const isForSome = frequency === 'daily' && (chosen === 'immediate' || chosen === 'hourly')
  if (!isForAll && !isForSome) return null
  const found = sql`(select ${questionTags.questionId} from ${follows}
    inner join ${questionTags} on ${questionTags.tagId} = ${follows.objectId}
      and ${questionTags.askedAt} >= ${since.toISOString()}::timestamptz
    where ${follows.userId} = ${userId}
    group by ${questionTags.questionId}
    having ${isForAll} or min(${follows.level}) = 'digest')`
  return inArray(questions.id, found)
}

type Search = { mail: QuestionKind; where: SQL | undefined; max: number }

async function search(db: ReadDb, userId: string, { mail, where, max }: Search) {
  const rows = await db
    .select(columns)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(and(where, ne(questions.userId, userId), isListed()))
    .orderBy(sql`${questions.id} desc`)
    .limit(max)
  return rows.map((row) => ({ ...row, mail, subjectId: row.questionId }))
}

function hasNoIgnoredTag(userId: string): SQL {
  return sql`not exists (select 1 from ${questionTags} inner join ${ignoredTags}
    on ${ignoredTags.tagId} = ${questionTags.tagId} and ${ignoredTags.userId} = ${userId}
    where ${questionTags.questionId} = ${questions.id})`
}
