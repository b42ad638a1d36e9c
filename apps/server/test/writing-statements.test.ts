import {
  acceptAnswer,
  askWithAnswer,
  deleteAnswer,
  editAnswer,
  getAnswer,
  listAnswers,
  operateAnswer,
  postAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import type { Endpoint } from '@stoa/contract/endpoint'
import {
  addComment,
  deleteComment,
  listCommentRevisions,
  listDeletedComments,
  recoverComment,
} from '@stoa/contract/features/comments'
import {
  convertAnswer,
  convertComment,
  moveComment,
} from '@stoa/contract/features/content-moderation'
import { inviteUsers } from '@stoa/contract/features/invites'
import {
  deleteQuestion,
  editQuestion,
  getQuestion,
  listLinkingQuestions,
  listQuestions,
  closeQuestion,
  operateQuestion,
  recoverQuestion,
  reopenQuestion,
} from '@stoa/contract/features/questions'
import { listRevisions, rollBack } from '@stoa/contract/features/revisions'
import { toIdOfType } from '@stoa/contract/ids'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { anAnswer } from '../src/features/content/answers/answers.factory.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let mia: string
let ben: string

beforeAll(async () => {
  site = await aSite()
  // Staff never get a captcha.
  mia = (await aUser(site.ctx, { role: 'moderator' })).token
  ben = (await aUser(site.ctx, { role: 'moderator', name: 'Ben' })).token
  await aUser(site.ctx, { name: 'Cleo' })
  await aQuestion(site.as(mia), { tags: ['bread', 'oven'] })
})
afterAll(() => site.close())

async function countStatements(endpoint: Endpoint, input: object, token: string | null = mia) {
  const isGet = endpoint.method === 'GET'
  const response = await site.app.inject({
    method: endpoint.method,
    url: endpoint.path,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(isGet ? { query: input as Record<string, string> } : { payload: input }),
  })
  expect(response.json()).toMatchObject({ status: 200 })
  return Number(response.headers['x-sql-count'])
}

const questionInput = { title: 'A question', tags: [{ slug_name: 'bread' }], version: 1 }

async function firstRevisionOf(object_id: string) {
  const list = await site.as(mia).call(listRevisions, { object_id })
  return list.at(-1)!.id
}

/** Counts statements on a question with this many answers of others. */
async function countAll(answerCount: number) {
  const question = await aQuestion(site.as(mia), { title: questionInput.title, tags: ['bread'] })
  const { id } = question
  await site.db.execute(sql`
    with created as (
      insert into answers (question_id, user_id, original_text, parsed_text, excerpt, renderer_version, created_at)
      select ${id}, user_id, 'x', 'x', 'x', 1, now() from questions, generate_series(1, ${answerCount})
      where questions.id = ${id} returning 1
    ) update questions set answer_count = ${answerCount} where id = ${id}`)
  const target = await aQuestion(site.as(mia), { title: 'Linked to' })
  const link = `[x](/questions/${target.id})`
  const first = await anAnswer(site.as(ben), id)
  const comment = { object_id: id, original_text: `A comment ${answerCount}` }
  const { comment_id } = await site.as(ben).call(addComment, comment)
  return {
    'post answer': await countStatements(
      postAnswer,
      { question_id: target.id, content: 'A new answer' },
      ben,
    ),
    'edit answer': await countStatements(editAnswer, {
      id: first.id,
      content: 'Another text',
      version: 1,
    }),
    'edit answer without changes': await countStatements(editAnswer, {
      id: first.id,
      content: 'Another text',
      version: 1,
    }),
    'edit answer, with a link': await countStatements(editAnswer, {
      id: first.id,
      content: link,
      version: 2,
    }),
    accept: await countStatements(acceptAnswer, { question_id: id, answer_id: first.id }),
    'accept none': await countStatements(acceptAnswer, { question_id: id }),
    'delete answer': await countStatements(deleteAnswer, { id: first.id }),
    'recover answer': await countStatements(recoverAnswer, { answer_id: first.id }),
    'edit question': await countStatements(editQuestion, {
      id,
      ...questionInput,
      content: 'Other words',
    }),
    'edit question and its tags': await countStatements(editQuestion, {
      id,
      ...questionInput,
      content: 'More words',
      tags: [{ slug_name: 'oven' }],
      version: 2,
    }),
    'delete question': await countStatements(deleteQuestion, { id }),
    'recover question': await countStatements(recoverQuestion, { question_id: id }),
    pin: await countStatements(operateQuestion, { id, operation: 'pin' }, mia),
    unpin: await countStatements(operateQuestion, { id, operation: 'unpin' }, mia),
    hide: await countStatements(operateQuestion, { id, operation: 'hide' }, mia),
    show: await countStatements(operateQuestion, { id, operation: 'show' }, mia),
    close: await countStatements(closeQuestion, { id, close_type: 64 }, mia),
    reopen: await countStatements(reopenQuestion, { question_id: id }, mia),
    'close as duplicate': await countStatements(
      closeQuestion,
      { id, close_type: 60, close_msg: `/questions/${target.id}` },
      mia,
    ),
    'reopen a duplicate': await countStatements(reopenQuestion, { question_id: id }, mia),
    invite: await countStatements(inviteUsers, { id, invite_user: ['cleo', 'ben'] }),
    'ask with an answer': await countStatements(askWithAnswer, {
      title: 'Asked',
      content: 'And answered.',
      tags: [{ slug_name: 'bread' }],
      answer_content: 'At once.',
    }),
    question: await countStatements(getQuestion, { id }, null),
    answer: await countStatements(getAnswer, { id: first.id }, null),
    answers: await countStatements(listAnswers, { question_id: id, page_size: '100' }, null),
    'answers, as a member': await countStatements(listAnswers, { question_id: id }),
    'linking questions': await countStatements(
      listLinkingQuestions,
      { question_id: target.id },
      null,
    ),
    'questions of a user': await countStatements(listQuestions, { username: 'cleo' }, null),
    'roll back answer': await countStatements(rollBack, {
      object_id: first.id,
      revision_id: await firstRevisionOf(first.id),
      version: 3,
    }),
    'delete comment': await countStatements(deleteComment, { comment_id }),
    'recover comment': await countStatements(recoverComment, { comment_id }),
    'deleted comments': await countStatements(listDeletedComments, { question_id: id }),
    'versions of a comment': await countStatements(listCommentRevisions, { comment_id }),
    'roll back question': await countStatements(rollBack, {
      object_id: id,
      revision_id: await firstRevisionOf(id),
      version: 3,
    }),
    'move comment': await countStatements(moveComment, { comment_id, target: first.id }),
    'lock answer': await countStatements(operateAnswer, { id: first.id, operation: 'lock' }),
    'unlock answer': await countStatements(operateAnswer, { id: first.id, operation: 'unlock' }),
    'convert answer': await countStatements(convertAnswer, { answer_id: first.id, object_id: id }),
    'convert comment': await countStatements(convertComment, {
      comment_id: toIdOfType(first.id, 'comment'),
    }),
  }
}

describe('number of SQL statements of writes', () => {
  const expected = {
    'post answer': 22,
    'edit answer': 16,
    'edit answer without changes': 5,
    'edit answer, with a link': 19,
    accept: 13,
    'accept none': 10,
    'delete answer': 23,
    'recover answer': 21,
    'edit question': 23,
    'edit question and its tags': 27,
    'delete question': 22,
    'recover question': 21,
    pin: 10,
    unpin: 10,
    hide: 20,
    show: 20,
    close: 17,
    reopen: 20,
    'close as duplicate': 20,
    'reopen a duplicate': 20,
    invite: 9,
    'ask with an answer': 36,
    'roll back answer': 20,
    'delete comment': 14,
    'recover comment': 13,
    'deleted comments': 4,
    'versions of a comment': 4,
    'roll back question': 27,
    'move comment': 18,
    'lock answer': 9,
    'unlock answer': 9,
    'convert answer': 31,
    'convert comment': 34,
    question: 1,
    answer: 2,
    answers: 1,
    'answers, as a member': 2,
    'linking questions': 3,
    'questions of a user': 2,
  }

  it('matches the recorded counts with two rows', async () => {
    expect(await countAll(2)).toEqual(expected)
  })

  it('is the same with more than a hundred rows', async () => {
    expect(await countAll(120)).toEqual(expected)
  })
})
