import type { AdminAnswer, AdminQuestion } from '@stoa/contract/features/content-admin'
import { JsonStream } from '@stoa/contract/json-stream'
import { limits } from '@stoa/contract/limits'
import type { Context } from '../../../kernel/context.ts'
import { toCsvLine, toJsonText } from '../../community/staff-log/csv.rules.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { questionViewOf } from '../../content/questions/questions.queries.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { readAnswers, readQuestions } from './lists.queries.ts'
import {
  type AnswerSelection,
  type QuestionSelection,
  selectAnswers,
  selectQuestions,
} from './selection.queries.ts'

const batchSize = 500
const range = { offset: 0, limit: limits.contentExport.max, window: 2 * limits.contentExport.max }

type Format = { format: 'csv' | 'json' }

/** The stream is one JSON string, whose content is CSV or JSON. Batches are read while the response is sent. */
export async function exportQuestions(
  ctx: Context,
  actor: Actor,
  { format, ...input }: QuestionSelection & Format,
) {
  const { ids } = await selectQuestions(ctx, actor, input, range)
  const view = questionViewOf(ctx.settings)
  return stream(ids, format, {
    header: questionHeader,
    read: (batch) => readQuestions(ctx.db, batch, view),
    toCells: toQuestionCells,
  })
}

export async function exportAnswers(
  ctx: Context,
  actor: Actor,
  { format, ...input }: AnswerSelection & Format,
) {
  const { ids } = await selectAnswers(ctx, actor, input, range)
  const writeId = idWriter(ctx.settings)
  return stream(ids, format, {
    header: answerHeader,
    read: (batch) => readAnswers(ctx.db, batch, writeId),
    toCells: toAnswerCells,
  })
}

type Source<Row> = {
  header: readonly string[]
  read: (ids: readonly string[]) => Promise<Row[]>
  toCells: (row: Row) => (string | number)[]
}

function stream<Row>(ids: readonly string[], format: Format['format'], source: Source<Row>) {
  return new JsonStream(toChunks(ids, format, source))
}

async function* toChunks<Row>(
  ids: readonly string[],
  format: Format['format'],
  { header, read, toCells }: Source<Row>,
) {
  yield '"'
  yield toJsonText(format === 'csv' ? toCsvLine(header) : '[')
  for (let start = 0; start < ids.length; start += batchSize) {
    const rows = await read(ids.slice(start, start + batchSize))
    const lines = rows.map((row, index) =>
      format === 'csv'
        ? toCsvLine(toCells(row).map(String))
        : `${start + index === 0 ? '' : ','}\n${JSON.stringify(row)}`,
    )
    yield toJsonText(lines.join(''))
  }
  if (format === 'json') yield toJsonText('\n]\n')
  yield '"'
}

const questionHeader = [
  'id',
  'title',
  'status',
  'listed',
  'pinned',
  'votes',
  'answers',
  'views',
  'tags',
  'author',
  'asked',
  'last_activity',
  'edited',
]

const statusNames = { 1: 'open', 2: 'closed', 10: 'deleted', 11: 'pending' } as const

function toQuestionCells(row: AdminQuestion) {
  return [
    row.id,
    row.title,
    statusNames[row.status],
    row.show === 1 ? 'yes' : 'no',
    row.pin === 2 ? 'yes' : 'no',
    row.vote_count,
    row.answer_count,
    row.view_count,
    row.tags.map(({ slug_name }) => slug_name).join(' '),
    row.user_info.username,
    toTime(row.create_time),
    toTime(row.update_time),
    toTime(row.edit_time),
  ]
}

const answerHeader = [
  'id',
  'question_id',
  'question',
  'text',
  'status',
  'accepted',
  'votes',
  'author',
  'answered',
  'edited',
]

function toAnswerCells(row: AdminAnswer) {
  return [
    row.id,
    row.question_id,
    row.question_info.title,
    row.description,
    statusNames[row.status],
    row.accepted === 2 ? 'yes' : 'no',
    row.vote_count,
    row.user_info.username,
    toTime(row.create_time),
    toTime(row.update_time),
  ]
}

function toTime(seconds: number) {
  return seconds === 0 ? '' : new Date(seconds * 1000).toISOString()
}
