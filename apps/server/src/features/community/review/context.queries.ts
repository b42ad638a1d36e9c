import type { CaseOperation } from '@stoa/contract/features/flags'
import type { ReviewContext } from '@stoa/contract/features/review'
import { limits } from '@stoa/contract/limits'
import { generalSettings } from '@stoa/contract/settings/site'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, isStaff } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { flagCases } from '../../../schema/flags.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'
import { users } from '../../../schema/users.ts'
import { getPost, type PostState } from '../../content/shared/posts.queries.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { listFlaggers } from '../flags/flaggers.queries.ts'
import { canModerate } from '../user-moderation/user-moderation.rules.ts'
import { listSameLinks } from './same-links.queries.ts'

export async function getReviewContext(
  { db, settings }: Context,
  actor: Actor,
  objectId: string,
): Promise<ReviewContext> {
  const post = await getPost(db, actor, objectId, { forUpdate: false })
  const isForStaff = isStaff(actor)
  const [author, { html, ...facts }, cases, flaggers] = await Promise.all([
    getAuthor(db, actor, post.userId),
    getFacts(db, post),
    isForStaff ? listDecidedCases(db, objectId) : null,
    isForStaff ? listFlaggers(db, objectId) : null,
  ])
  const links = {
    siteUrl: settings.get(generalSettings).site_url,
    writeId: idWriter(settings),
  }
  return {
    author: isForStaff ? author : { ...author, removed_count: null, flags: null },
    post: { score: post.score, ...facts },
    earlier_cases: cases,
    same_links: isForStaff ? await listSameLinks(db, post, html, links) : null,
    flaggers,
  }
}

async function getAuthor(
  db: ReadDb,
  actor: Actor,
  userId: string,
): Promise<ReviewContext['author']> {
  const removedFrom = (table: typeof questions | typeof answers) =>
    sql`(select count(*) from ${table} where user_id = ${userId} and status = 10 and deleted_by <> ${userId})`
  const casesWith = (status: 2 | 3) =>
    sql<number>`(select count(*)::int from ${flagCases} where author_id = ${userId} and status = ${status})`
  const [row] = await db
    .select({
      user: userCardColumns,
      roleId: users.roleId,
      createdAt: users.createdAt,
      questionCount: users.questionCount,
      answerCount: users.answerCount,
      removedCount: sql<number>`(${removedFrom(questions)} + ${removedFrom(answers)})::int`,
      upheld: casesWith(2),
      ignored: casesWith(3),
    })
    .from(users)
    .where(eq(users.id, userId))
  const { user, upheld, ignored, ...author } = requireRow(row)
  return {
    user: toUserBasic(user),
    created_at: toUnix(author.createdAt),
    question_count: author.questionCount,
    answer_count: author.answerCount,
    can_moderate: canModerate(actor, { id: userId, roleId: author.roleId }).ok,
    removed_count: author.removedCount,
    flags: { upheld, ignored },
  }
}

/** The text, how often it was edited, and what it is on. */
async function getFacts(db: ReadDb, { id, kind, questionId, answerId }: PostState) {
  const [row] = await db
    .select({
      title: questions.title,
      html: sql<string>`coalesce(${comments.parsedText}, ${answers.parsedText}, ${questions.parsedText})`,
      questionExcerpt: questions.excerpt,
      answerExcerpt: answers.excerpt,
      edits: sql<number>`(select count(*)::int from ${revisions}
        where ${revisions.objectId} = ${id} and ${revisions.version} > 1)`,
    })
    .from(questions)
    .leftJoin(answers, eq(answers.id, answerId ?? '0'))
    .leftJoin(comments, eq(comments.id, kind === 'comment' ? id : '0'))
    .where(eq(questions.id, questionId))
  const { title, html, edits, questionExcerpt, answerExcerpt } = row ?? fail('question.not_found')
  const isOnAnswer = kind === 'comment' && answerId !== null
  const excerpt = isOnAnswer ? (answerExcerpt ?? '') : questionExcerpt
  return { html, edits, parent: kind === 'question' ? null : { title, excerpt } }
}

async function listDecidedCases(db: ReadDb, objectId: string) {
  const rows = await db
    .select({
      operation: flagCases.operation,
      decidedAt: flagCases.decidedAt,
      decider: userCardColumns,
    })
    .from(flagCases)
    .innerJoin(users, eq(users.id, flagCases.decidedBy))
    .where(and(eq(flagCases.objectId, objectId), ne(flagCases.status, 1)))
    .orderBy(desc(flagCases.id))
    .limit(limits.reviewContext.cases)
  return rows.map(({ operation, decidedAt, decider }) => ({
    // Cases of content have no others.
    operation: operation as CaseOperation,
    decided_at: toUnix(decidedAt),
    decided_by: toUserBasic(decider),
  }))
}
