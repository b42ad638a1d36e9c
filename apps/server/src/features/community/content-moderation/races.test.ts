import { ApiError, type Client } from '@stoa/contract/client'
import {
  acceptAnswer,
  deleteAnswer,
  editAnswer,
  operateAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import {
  addComment,
  deleteComment,
  editComment,
  recoverComment,
} from '@stoa/contract/features/comments'
import {
  convertAnswer,
  convertComment,
  moveComment,
} from '@stoa/contract/features/content-moderation'
import { deleteQuestion, recoverQuestion } from '@stoa/contract/features/questions'
import { voteUp } from '@stoa/contract/features/votes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { runChecks } from '../../admin/doctor/doctor.actions.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { remove } from './removal.jobs.ts'

const rounds = Number(process.env['STOA_RACE_ROUNDS'] ?? 4)
const callers = 20

let site: TestSite
let mod: Client
let ada: Client
let ben: Client
let adminId: string

beforeAll(async () => {
  site = await aSite()
  site.ctx.limits.take = async () => {}
  mod = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
  adminId = (await aUser(site.ctx, { role: 'admin' })).id
  ada = site.as((await aUser(site.ctx)).token)
  ben = site.as((await aUser(site.ctx)).token)
})
afterAll(() => site.close())

async function aThread() {
  const { id } = await aQuestion(ada)
  const { id: other } = await aQuestion(ada)
  const { id: answerId } = await anAnswer(ben, id, `See /questions/${other}, it is the same.`)
  const { id: secondId } = await anAnswer(mod, id)
  const write = async (object_id: string, reply = {}) =>
    (await ada.call(addComment, { object_id, original_text: `Remark ${Math.random()}`, ...reply }))
      .comment_id
  const onAnswer = await write(answerId)
  const commentId = await write(id)
  await write(id, { reply_comment_id: commentId })
  await ada.call(acceptAnswer, { question_id: id, answer_id: answerId })
  await mod.call(voteUp, { object_id: answerId })
  return { id, other, answerId, secondId, commentId, onAnswer }
}

type Thread = Awaited<ReturnType<typeof aThread>>
type Call = (thread: Thread) => Promise<unknown>

const convert: Call = ({ id, answerId }) =>
  mod.call(convertAnswer, { answer_id: answerId, object_id: id })
const convertToOther: Call = ({ answerId, secondId }) =>
  mod.call(convertAnswer, { answer_id: answerId, object_id: secondId })
const answerBy: Call = ({ commentId }) => mod.call(convertComment, { comment_id: commentId })
const moveTo =
  (target: (thread: Thread) => string): Call =>
  (thread) =>
    mod.call(moveComment, { comment_id: thread.commentId, target: target(thread) })
const removeAll: Call = ({ id: objectId }) =>
  remove(site.ctx, { objectId, userId: adminId, reason: 'Spam.' })
const removeAnswer: Call = ({ answerId: objectId }) =>
  remove(site.ctx, { objectId, userId: adminId, reason: 'Spam.' })
const reply: Call = ({ id, commentId }) =>
  ada.call(addComment, {
    object_id: id,
    original_text: `Reply ${Math.random()}`,
    reply_comment_id: commentId,
  })
const commentOnAnswer: Call = ({ answerId }) =>
  ada.call(addComment, { object_id: answerId, original_text: `Also ${Math.random()}` })
const drop: Call = ({ commentId }) => mod.call(deleteComment, { comment_id: commentId })
const restore: Call = ({ commentId }) => mod.call(recoverComment, { comment_id: commentId })

/** The calls run at once, each several times. */
const races: Record<string, Call[]> = {
  'one conversion of an answer': [convert],
  'conversions to different posts, comments and votes': [
    convert,
    convertToOther,
    commentOnAnswer,
    ({ answerId }) => ada.call(voteUp, { object_id: answerId }),
    ({ answerId }) =>
      ben.call(editAnswer, { id: answerId, content: `Edit ${Math.random()}`, version: 1 }),
  ],
  'a conversion, deletion and restoration of an answer': [
    convert,
    ({ answerId }) => mod.call(deleteAnswer, { id: answerId }),
    ({ answerId }) => mod.call(recoverAnswer, { answer_id: answerId }),
    ({ id, answerId }) => ada.call(acceptAnswer, { question_id: id, answer_id: answerId }),
  ],
  'a conversion, edit, deletion and restoration of a comment': [
    answerBy,
    drop,
    restore,
    reply,
    ({ commentId }) =>
      mod.call(editComment, { comment_id: commentId, original_text: `Edit ${Math.random()}` }),
  ],
  'moves of one thread to and fro': [
    moveTo(({ other }) => other),
    moveTo(({ id }) => id),
    moveTo(({ secondId }) => secondId),
    moveTo(({ answerId }) => answerId),
  ],
  'moves, replies, conversions and deletions': [
    moveTo(({ answerId }) => answerId),
    moveTo(({ other }) => other),
    reply,
    answerBy,
    convert,
    drop,
    restore,
  ],
  'locking and voting': [
    ({ answerId }) => mod.call(operateAnswer, { id: answerId, operation: 'lock' }),
    ({ answerId }) => mod.call(operateAnswer, { id: answerId, operation: 'unlock' }),
    ({ answerId }) => ada.call(voteUp, { object_id: answerId }),
    ({ answerId }) => ada.call(voteUp, { object_id: answerId, is_cancel: true }),
  ],
  'a removal, restoration and deletion of a question': [
    ({ id }) => mod.call(deleteQuestion, { id }),
    ({ id }) => mod.call(recoverQuestion, { question_id: id }),
    removeAll,
    commentOnAnswer,
    reply,
  ],
  'a removal, conversion and restoration of an answer': [
    ({ answerId }) => mod.call(deleteAnswer, { id: answerId }),
    ({ answerId }) => mod.call(recoverAnswer, { answer_id: answerId }),
    removeAnswer,
    convert,
    commentOnAnswer,
  ],
}

/** Rejections are expected, failures of the server are not. */
async function settle(call: Promise<unknown>) {
  await call.catch((error: unknown) => {
    if (error instanceof ApiError && error.envelope.status < 500) return
    throw error
  })
}

describe('concurrent moderation of content', () => {
  it.each(Object.keys(races))(
    'leaves nothing inconsistent: %s',
    { timeout: 120_000 },
    async (name) => {
      const calls = races[name]!
      for (let round = 0; round < rounds; round++) {
        site.advance(60_000)
        const thread = await aThread()
        const all = Array.from({ length: callers }, (_, index) => calls[index % calls.length]!)
        await Promise.all(all.map((call) => settle(call(thread))))
      }
      expect(await runChecks(site.ctx, { repair: false })).toEqual([])
    },
  )
})
