import { limits } from '@stoa/contract/limits'
import { type Rendered, rendererVersion } from '@stoa/markdown/render'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { fail, failField } from '../../kernel/errors.ts'
import { type Renderer, TooComplexError } from '../../kernel/renderer.ts'
import type { Actor } from '../../kernel/rules.ts'
import { inserted, type Tx } from '../../kernel/transact.ts'
import { answers, questions } from './posts.table.ts'
import { isAnswerVisibleTo, isQuestionVisibleTo } from './posts.visibility.ts'
import { revisions } from './revisions.table.ts'
import { findFiles, keepUses, mayNameFiles } from './uploads.actions.ts'

// Every writer locks from the leaf to the root: comment, answer, question, tags, people; several of a kind in the
// order of their ids. Two writers then never wait for each other in a circle.

/** A question that is about to change; what the person may not see is answered like what does not exist. */
export async function lockQuestion(tx: Tx, who: Actor, id: string) {
  const [question] = await tx
    .select()
    .from(questions)
    .where(and(eq(questions.id, id), isQuestionVisibleTo(who)))
    .for('no key update')
  return question ?? fail('question.not_found')
}

/** An answer that is about to change. Its question is not locked: that comes after it. */
export async function lockAnswer(tx: Tx, who: Actor, id: string) {
  const [found] = await tx
    .select({ answer: answers })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(and(eq(answers.id, id), isAnswerVisibleTo(who)))
    .for('no key update', { of: answers })
  return found?.answer ?? fail('answer.not_found')
}

type Written = Awaited<ReturnType<typeof toWritten>>

type TextOptions = {
  siteUrl: string
  idScope?: string
  /** The field of the request that holds the text. */
  field: string
}

/** The columns that hold what was written, made from its Markdown, and what the text names. */
export async function toWritten(tx: Tx, who: Actor, markdown: string, options: TextOptions) {
  return await prepareText({ db: tx, render: tx.render }, who, markdown, options)
}

/** The HTML that a text would get. */
export async function toPreview(
  ctx: Pick<Context, 'db' | 'renderer'>,
  who: Actor,
  markdown: string,
  options: TextOptions,
) {
  const { columns } = await prepareText(
    { db: ctx.db, render: ctx.renderer.render },
    who,
    markdown,
    options,
  )
  return columns.parsedText
}

async function prepareText(
  { db, render }: { db: Db; render: Renderer['render'] },
  who: Actor,
  markdown: string,
  { siteUrl, idScope, field }: TextOptions,
) {
  const options = { siteUrl, ...(idScope === undefined ? {} : { idScope }) }
  try {
    const first = await render(markdown, options)
    const files = await findFiles(db, who, first.paths)
    const imageSizes = new Map(
      files.filter(({ width }) => width > 0).map((file) => [file.path, file]),
    )
    // Once more where it shows images of our own: now it is known how large they are.
    const rendered =
      imageSizes.size === 0 ? first : await render(markdown, { ...options, imageSizes })
    const { mentions, links } = rendered
    return { columns: toTextColumns(markdown, rendered), mentions, links, files }
  } catch (error) {
    if (error instanceof TooComplexError) failField(field, 'text.too_complex')
    throw error
  }
}

export function toTextColumns(markdown: string, { html, excerpt }: Rendered) {
  return { originalText: markdown, parsedText: html, excerpt, rendererVersion }
}

/** Keeps which files a text shows, where it or the one before it shows any. */
export async function keepFiles(
  tx: Tx,
  objectId: string,
  { files }: Pick<Written, 'files'>,
  before = '',
) {
  if (files.length > 0 || mayNameFiles(before)) await keepUses(tx, objectId, files)
}

type NewRevision = Omit<typeof revisions.$inferInsert, 'id' | 'createdAt'> & {
  /** Now, unless it was written earlier and is only kept now. */
  createdAt?: Date
}

/** Keeps what the object says from now on; the newest version always equals the object. */
export async function keepRevision(tx: Tx, revision: NewRevision) {
  const [kept] = await tx
    .insert(revisions)
    .values({ createdAt: tx.now, ...revision })
    .returning({ earlier: earlierBy(revision, tx.now) })
  const [total, today] = inserted(kept).earlier
  const { revisions: most } = limits
  if (today >= most.perDay || total >= most.total) fail('edit.too_many', { values: most })
}

const dayMs = 24 * 3_600_000

/** How many versions of an object a user wrote before, in all and within a day. The object is locked. */
function earlierBy({ objectId, userId }: NewRevision, now: Date) {
  const since = new Date(now.getTime() - dayMs).toISOString()
  const counts = sql`array[count(*), count(*) filter (where created_at > ${since}::timestamptz)]`
  return sql`(
    select ${counts} from ${revisions}
    where object_id = ${objectId}::bigint and user_id = ${userId}::bigint)`.mapWith(
    ([total, today]: string[]): [number, number] => [Number(total), Number(today)],
  )
}

/** The open answers of the question a statement is about. */
const shown = sql`from ${answers} where ${answers.questionId} = ${questions.id} and ${answers.status} = 1`
const hasGoodAnswer = sql<boolean>`exists (select 1 ${shown} and ${answers.score} > 0)`

/**
 * Brings what questions tell about their answers up to date, all from the rows themselves and in one statement.
 * The questions are locked; an accepted answer that nobody sees any more is no longer accepted.
 */
export async function refreshAnswers(tx: Tx, ...questionIds: string[]) {
  const accepted = sql`(select ${answers.id} ${shown} and ${answers.id} = ${questions.acceptedAnswerId})`
  await tx
    .update(questions)
    .set({
      answerCount: sql`(select count(*) ${shown})`,
      lastAnswerId: sql`(select max(${answers.id}) ${shown})`,
      acceptedAnswerId: accepted,
      isAnswered: sql`${accepted} is not null or ${hasGoodAnswer}`,
    })
    .where(inArray(questions.id, questionIds))
}

/** Makes an open answer the accepted one, or none. The question is locked. */
export async function setAccepted(tx: Tx, questionId: string, answerId: string | null) {
  await tx
    .update(questions)
    .set({ acceptedAnswerId: answerId, isAnswered: answerId === null ? hasGoodAnswer : true })
    .where(eq(questions.id, questionId))
}

/** Notes on a question what happened last, and who did it: the order "active" is made of it. */
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
