import type { WebhookData } from '@stoa/contract/features/webhook-events'
import { typeOfId } from '@stoa/contract/ids'
import { generalSettings } from '@stoa/contract/settings/site'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { translatorFor } from '../../../kernel/mail-template.tsx'
import { badgeAwards, badges } from '../../../schema/badges.ts'
import { flagCases } from '../../../schema/flags.ts'
import { answers, comments, questions, questionTags } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { badgeName } from '../../community/badges/badge-texts.rules.ts'
import { urlsOf } from '../../content/shared/posts.settings.ts'
import {
  isAnswerListed,
  isCommentVisibleTo,
  isListed,
} from '../../content/shared/posts.visibility.ts'

type Urls = ReturnType<typeof urlsOf>
type Services = Pick<Context, 'primary' | 'settings'>

export type Finder = ReturnType<typeof createFinder>

/** Loads what payloads say, as visitors of a public site see it now. Null for what they do not see. */
export function createFinder(ctx: Services) {
  const { primary: db, settings } = ctx
  const urls = urlsOf(settings, settings.get(generalSettings).site_url)
  return {
    question: (id: string) => findQuestion(db, urls, id),
    answer: (id: string) => findAnswer(db, urls, id),
    comment: (id: string) => findComment(db, urls, id),
    score: (id: string) => findScore(db, urls, id),
    tag: (id: string) => findTag(db, urls, id),
    user: (id: string, audience: 'public' | 'staff') => findUser(db, urls, { id, audience }),
    awards: (ids: readonly string[]) => listAwards(ctx, urls, ids),
    caseOutcome: (id: string) => findCaseOutcome(db, id),
  }
}

type Db = Context['primary']

const author = {
  id: users.id,
  username: users.username,
  displayName: users.displayName,
  status: users.status,
}
type AuthorRow = Pick<typeof users.$inferSelect, keyof typeof author>

function toUser({ id, username, displayName, status }: AuthorRow, urls: Urls) {
  const isDeleted = status === 'deleted'
  return {
    id,
    username: isDeleted ? '' : username,
    display_name: displayName,
    url: isDeleted ? '' : urls.user(username),
  }
}

const questionRef = { id: questions.id, title: questions.title, slug: questions.slug }

function toRef({ id, title, slug }: { id: string; title: string; slug: string }, urls: Urls) {
  return { id, title, url: urls.question(id, slug) }
}

const tagNames = sql<string[]>`array(select ${tags.slugName} from ${questionTags}
  inner join ${tags} on ${tags.id} = ${questionTags.tagId}
  where ${questionTags.questionId} = ${questions.id} order by ${questionTags.position})`

async function findQuestion(db: Db, urls: Urls, id: string) {
  const { excerpt, status, score, answerCount, createdAt } = questions
  const [row] = await db
    .select({
      ref: questionRef,
      author,
      tagNames,
      row: { excerpt, status, score, answerCount, createdAt },
    })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(and(eq(questions.id, id), isListed()))
  if (row === undefined) return null
  return {
    question: {
      ...toRef(row.ref, urls),
      excerpt: row.row.excerpt,
      tags: row.tagNames,
      author: toUser(row.author, urls),
      state: row.row.status === 1 ? ('open' as const) : ('closed' as const),
      score: row.row.score,
      answer_count: row.row.answerCount,
      created_at: row.row.createdAt.toISOString(),
    },
  }
}

async function findAnswer(
  db: Db,
  urls: Urls,
  answerId: string,
): Promise<WebhookData<'answer.created'> | null> {
  const { id, excerpt, score, createdAt } = answers
  const [row] = await db
    .select({
      ref: questionRef,
      author,
      row: { id, excerpt, score, createdAt },
      acceptedId: questions.acceptedAnswerId,
    })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .innerJoin(users, eq(users.id, answers.userId))
    .where(and(eq(answers.id, answerId), isAnswerListed()))
  if (row === undefined) return null
  return {
    answer: {
      id: answerId,
      question: toRef(row.ref, urls),
      url: urls.answer(row.ref.id, row.ref.slug, answerId),
      excerpt: row.row.excerpt,
      author: toUser(row.author, urls),
      is_accepted: row.acceptedId === answerId,
      score: row.row.score,
      created_at: row.row.createdAt.toISOString(),
    },
  }
}

async function findComment(
  db: Db,
  urls: Urls,
  commentId: string,
): Promise<WebhookData<'comment.created'> | null> {
  const { id, answerId, originalText, score, createdAt } = comments
  const [row] = await db
    .select({ ref: questionRef, author, row: { id, answerId, originalText, score, createdAt } })
    .from(comments)
    .innerJoin(questions, eq(questions.id, comments.questionId))
    .leftJoin(answers, eq(answers.id, comments.answerId))
    .innerJoin(users, eq(users.id, comments.userId))
    .where(and(eq(comments.id, commentId), isCommentVisibleTo(null), isListed()))
  if (row === undefined) return null
  const { ref } = row
  const onAnswer = row.row.answerId
  const postUrl =
    onAnswer === null ? urls.question(ref.id, ref.slug) : urls.answer(ref.id, ref.slug, onAnswer)
  return {
    comment: {
      id: commentId,
      answer_id: onAnswer ?? '',
      question: toRef(ref, urls),
      url: urls.comment(postUrl, commentId),
      text: row.row.originalText,
      author: toUser(row.author, urls),
      score: row.row.score,
      created_at: row.row.createdAt.toISOString(),
    },
  }
}

async function findScore(
  db: Db,
  urls: Urls,
  id: string,
): Promise<WebhookData<'post.voted'> | null> {
  const found = await findScored(db, urls, id)
  if (found === null) return null
  const { score, url } = found.object
  return { object_id: id, object_type: found.type, score, url }
}

async function findScored(db: Db, urls: Urls, id: string) {
  const type = typeOfId(id)
  if (type === 'answer') {
    const found = await findAnswer(db, urls, id)
    return found && { type, object: found.answer }
  }
  if (type === 'comment') {
    const found = await findComment(db, urls, id)
    return found && { type, object: found.comment }
  }
  const found = await findQuestion(db, urls, id)
  return found && { type: 'question' as const, object: found.question }
}

async function findTag(db: Db, urls: Urls, id: string) {
  const { slugName, displayName } = tags
  const [row] = await db
    .select({ slugName, displayName })
    .from(tags)
    .where(and(eq(tags.id, id), eq(tags.isDeleted, false)))
  if (row === undefined) return null
  const { slugName: slug_name, displayName: display_name } = row
  return { tag: { id, slug_name, display_name, url: urls.tag(slug_name) } }
}

const isPublicUser = and(eq(users.status, 'normal'), isNotNull(users.activatedAt))

type UserKey = { id: string; audience: 'public' | 'staff' }

async function findUser(db: Db, urls: Urls, { id, audience }: UserKey) {
  const isSeen = audience === 'public' ? isPublicUser : undefined
  const [row] = await db
    .select(author)
    .from(users)
    .where(and(eq(users.id, id), isSeen))
  return row === undefined ? null : { user: toUser(row, urls) }
}

async function listAwards(
  { primary: db, settings }: Services,
  urls: Urls,
  ids: readonly string[],
): Promise<(WebhookData<'badge.awarded'> | null)[]> {
  const rows = await db
    .select({ awardId: badgeAwards.id, id: badges.id, key: badges.key, name: badges.name, author })
    .from(badgeAwards)
    .innerJoin(badges, eq(badges.id, badgeAwards.badgeId))
    .innerJoin(users, eq(users.id, badgeAwards.userId))
    .where(
      and(
        inArray(badgeAwards.id, [...ids]),
        isNull(badgeAwards.takenBackAt),
        eq(badges.isActive, true),
        isPublicUser,
      ),
    )
    .orderBy(asc(badgeAwards.id))
  const t = translatorFor({ settings }, '')
  const siteUrl = settings.get(generalSettings).site_url
  const byAward = new Map(rows.map((row) => [row.awardId, row]))
  return ids.map((awardId) => {
    const row = byAward.get(awardId)
    if (row === undefined) return null
    const badge = { id: row.id, name: badgeName(row, t), url: `${siteUrl}/badges/${row.id}` }
    return { badge, user: toUser(row.author, urls) }
  })
}

/** What staff did with the flagged content or user. */
async function findCaseOutcome(db: Db, id: string) {
  const [row] = await db
    .select({ operation: flagCases.operation })
    .from(flagCases)
    .where(eq(flagCases.id, id))
  return row?.operation ?? ''
}
