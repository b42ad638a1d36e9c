import { limits } from '@stoa/contract/limits'
import { generalSettings } from '@stoa/contract/settings/site'
import { type Rendered, rendererVersion } from '@stoa/markdown/render'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail, failField, TooComplexError } from '../../../kernel/errors.ts'
import type { Renderer, SettingsStore } from '../../../kernel/services.ts'
import { type Actor, requiredReputation } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { canAddLinks } from './external-links.rules.ts'
import { isAnswerVisibleTo, isQuestionVisibleTo } from './posts.visibility.ts'
import { revisions } from '../../../schema/revisions.ts'
import { unfinishedTexts } from '../../../schema/unfinished-texts.ts'
import { findUploadsByPath, saveFileUses, mayContainUploads } from './uploads.actions.ts'

// Lock order, to prevent deadlocks: comment, answer, question, tags, users; several of a kind in order of id.

/** A question the actor may not see is reported as missing. */
export async function lockQuestion(tx: Tx, actor: Actor, id: string) {
  const [question] = await tx
    .select()
    .from(questions)
    .where(and(eq(questions.id, id), isQuestionVisibleTo(actor)))
    .for('no key update')
  return question ?? fail('question.not_found')
}

/** Does not lock the question, which comes later in the lock order. */
export async function lockAnswer(tx: Tx, actor: Actor, id: string) {
  const [found] = await tx
    .select({ answer: answers })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(and(eq(answers.id, id), isAnswerVisibleTo(actor)))
    .for('no key update', { of: answers })
  return found?.answer ?? fail('answer.not_found')
}

type RenderedContent = Awaited<ReturnType<typeof renderContent>>

type RenderOptions = {
  idScope?: string
  /** The request field that holds the text, for errors. */
  field: string
  /** Plugins show parts of the text unless this is false. Later changes of plugins reach posts, comments and tags only. */
  usesPlugins?: boolean
}

export async function renderContent(
  tx: Tx,
  actor: Actor,
  markdown: string,
  options: RenderOptions,
) {
  const services = { db: tx, render: tx.render, settings: tx.ctx.settings }
  return await renderMarkdown(services, actor, markdown, options)
}

type LinkCheck = {
  /** The request field that holds the text. */
  field: string
  /** What an edit replaces. */
  previousHtml?: string
}

export function assertLinksAllowed(
  { ctx: { settings } }: Tx,
  actor: Actor,
  { columns }: { columns: { parsedText: string } },
  { field, previousHtml = '' }: LinkCheck,
) {
  const siteUrl = settings.get(generalSettings).site_url
  const text = { html: columns.parsedText, previousHtml, siteUrl }
  const verdict = canAddLinks(actor, text, requiredReputation(settings))
  if (!verdict.ok) failField(field, verdict.code, verdict.values)
}

export async function renderPreview(
  { db, renderer, settings }: Context,
  actor: Actor,
  markdown: string,
  options: RenderOptions,
) {
  const { columns } = await renderMarkdown(
    { db, render: renderer.render, settings },
    actor,
    markdown,
    options,
  )
  return columns.parsedText
}

type RenderServices = { db: ReadDb; render: Renderer['render']; settings: SettingsStore }

async function renderMarkdown(
  { db, render, settings }: RenderServices,
  actor: Actor,
  markdown: string,
  { idScope, field, usesPlugins = true }: RenderOptions,
) {
  const siteUrl = settings.get(generalSettings).site_url
  const options = { siteUrl, usesPlugins, ...(idScope === undefined ? {} : { idScope }) }
  try {
    const unsized = await render(markdown, options)
    const files = await findUploadsByPath(db, actor, unsized.paths)
    const imageSizes = new Map(
      files.filter(({ width }) => width > 0).map((file) => [file.path, file]),
    )
    // A second pass adds the sizes of uploaded images.
    const rendered =
      imageSizes.size === 0 ? unsized : await render(markdown, { ...options, imageSizes })
    const { mentions, links, isUnfinished } = rendered
    return { columns: toTextColumns(markdown, rendered), mentions, links, files, isUnfinished }
  } catch (error) {
    if (error instanceof TooComplexError) failField(field, 'text.too_complex')
    throw error
  }
}

export function toTextColumns(markdown: string, { html, excerpt }: Rendered) {
  return { originalText: markdown, parsedText: html, excerpt, rendererVersion }
}

/** After a text was saved: records which files it uses, and renders it again later if a plugin failed. */
export async function recordText(
  tx: Tx,
  objectId: string,
  { files, isUnfinished }: Pick<RenderedContent, 'files' | 'isUnfinished'>,
  previousText = '',
) {
  if (files.length > 0 || mayContainUploads(previousText)) await saveFileUses(tx, objectId, files)
  if (isUnfinished) await postponeText(tx, objectId)
}

const retryMinutes = [1, 10, 60, 300]

/** Until the last of some tries. */
export async function postponeText(tx: Tx, objectId: string, tries = 0) {
  const minutes = retryMinutes[tries]
  if (minutes === undefined) return
  const values = { tries, nextAt: new Date(tx.now.getTime() + minutes * 60_000) }
  await tx
    .insert(unfinishedTexts)
    .values({ objectId, ...values })
    .onConflictDoUpdate({ target: unfinishedTexts.objectId, set: values })
}

type NewRevision = Omit<typeof revisions.$inferInsert, 'id' | 'createdAt'> & {
  /** Defaults to now. */
  createdAt?: Date
}

/** The newest revision always equals the object. Fails above the limits per user and object. Returns the id. */
export async function saveRevision(tx: Tx, revision: NewRevision) {
  const [saved] = await tx
    .insert(revisions)
    .values({ createdAt: tx.now, ...revision })
    .returning({ id: revisions.id, previous: countPreviousRevisions(revision, tx.now) })
  const { id, previous } = requireRow(saved)
  const [total, today] = previous
  const { revisions: max } = limits
  if (today >= max.perDay || total >= max.total) fail('edit.too_many', { values: max })
  return id
}

/** For content that is published later than it was written. */
export async function findFirstRevisionId(tx: Tx, objectId: string) {
  const [row] = await tx
    .select({ id: revisions.id })
    .from(revisions)
    .where(and(eq(revisions.objectId, objectId), eq(revisions.version, 1)))
  return requireRow(row).id
}

const dayMs = 24 * 3_600_000

/** Revisions of a locked object by one user: in total and in the last 24 hours. */
function countPreviousRevisions({ objectId, userId }: NewRevision, now: Date) {
  const since = new Date(now.getTime() - dayMs).toISOString()
  const counts = sql`array[count(*), count(*) filter (where created_at > ${since}::timestamptz)]`
  return sql`(
    select ${counts} from ${revisions}
    where object_id = ${objectId}::bigint and user_id = ${userId}::bigint)`.mapWith(
    ([total, today]: string[]): [number, number] => [Number(total), Number(today)],
  )
}

const openAnswers = sql`from ${answers} where ${answers.questionId} = ${questions.id} and ${answers.status} = 1`
const hasUpvotedAnswer = sql<boolean>`exists (select 1 ${openAnswers} and ${answers.score} > 0)`

/**
 * Recomputes the answer columns of locked questions. An accepted answer that is no longer open is unaccepted.
 */
export async function refreshAnswerSummary(tx: Tx, ...questionIds: string[]) {
  const acceptedId = sql`(select ${answers.id} ${openAnswers} and ${answers.id} = ${questions.acceptedAnswerId})`
  await tx
    .update(questions)
    .set({
      answerCount: sql`(select count(*) ${openAnswers})`,
      lastAnswerId: sql`(select max(${answers.id}) ${openAnswers})`,
      acceptedAnswerId: acceptedId,
      isAnswered: sql`${acceptedId} is not null or ${hasUpvotedAnswer}`,
    })
    .where(inArray(questions.id, questionIds))
}

/** Requires the lock on the question. */
export async function setAcceptedAnswer(tx: Tx, questionId: string, answerId: string | null) {
  await tx
    .update(questions)
    .set({ acceptedAnswerId: answerId, isAnswered: answerId === null ? hasUpvotedAnswer : true })
    .where(eq(questions.id, questionId))
}

/** Records the last activity, which the order "active" sorts by. */
export async function markActive(
  tx: Tx,
  questionId: string,
  kind: 'answered' | 'modified',
  userId: string,
) {
  await tx
    .update(questions)
    .set({ activeAt: tx.now, activeKind: kind, activeBy: userId })
    .where(eq(questions.id, questionId))
}

/** Computes the last activity again, for activity that is undone. Requires the lock on the question. */
export async function refreshLastActivity(tx: Tx, questionId: string) {
  const ofQuestion = sql`from ${questions} where id = ${questionId}::bigint`
  const openAnswersOf = sql`from ${answers} where question_id = ${questionId}::bigint and status = 1`
  await tx.execute(sql`
    update ${questions} set (active_at, active_kind, active_by) = (
      select happened_at, kind, by_user_id from (
        select created_at as happened_at, 'asked' as kind, user_id as by_user_id ${ofQuestion}
        union all select edited_at, 'modified', edited_by ${ofQuestion} and edited_at is not null
        union all select created_at, 'answered', user_id ${openAnswersOf}
        union all select edited_at, 'modified', edited_by ${openAnswersOf} and edited_at is not null
      ) activity order by happened_at desc limit 1)
    where id = ${questionId}::bigint`)
}
