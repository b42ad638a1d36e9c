import type { Client } from '@stoa/contract/client'
import { deleteAnswer, postAnswer } from '@stoa/contract/features/answers'
import { addComment, deleteComment } from '@stoa/contract/features/comments'
import {
  closeQuestion,
  deleteQuestion,
  operateQuestion,
  type QuestionOperationName,
} from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { aQuestion } from '../../src/features/content/questions/questions.factory.ts'
import { answers, comments, questions } from '../../src/schema/posts.ts'
import type { TestSite } from '../site.ts'

export type Kind = 'question' | 'answer' | 'comment'
/** A question alone, or with an answer, or with a comment: the object is the last of them. */
export type Content = {
  kind: Kind
  state: string
  questionId: string
  id: string
  /** An open question, to move comments to. */
  otherId: string
}

type Clients = { author: Client; staff: Client }

/** Texts with this word wait for a moderator. */
export const heldWord = 'lottery'
const heldText = `Did anybody ever win the ${heldWord} twice?`

const operate = (operation: QuestionOperationName) => (clients: Clients, id: string) =>
  clients.staff.call(operateQuestion, { id, operation })

/** How a question gets into each state. */
const questionStates = {
  open: async () => {},
  closed: ({ staff }: Clients, id: string) =>
    staff.call(closeQuestion, { id, close_type: 63, close_msg: 'Which flour is it about?' }),
  'deleted by the author': ({ author }: Clients, id: string) => author.call(deleteQuestion, { id }),
  'deleted by staff': ({ staff }: Clients, id: string) => staff.call(deleteQuestion, { id }),
  unlisted: operate('hide'),
  pinned: operate('pin'),
  protected: operate('protect'),
  locked: operate('lock'),
}

type QuestionState = keyof typeof questionStates

async function aQuestionIn(clients: Clients, state: QuestionState | 'pending') {
  const content = state === 'pending' ? heldText : 'How long does it keep in the fridge?'
  const { id } = await aQuestion(clients.author, { title: `A question for ${state}`, content })
  return id
}

const toState = async (clients: Clients, id: string, state: QuestionState | 'pending') => {
  if (state !== 'pending') await questionStates[state](clients, id)
}

export async function createContents(clients: Clients): Promise<Content[]> {
  const contents: Content[] = []
  const otherId = await aQuestionIn(clients, 'open')
  for (const state of [...(Object.keys(questionStates) as QuestionState[]), 'pending'] as const) {
    const id = await aQuestionIn(clients, state)
    await toState(clients, id, state)
    contents.push({ kind: 'question', state, questionId: id, id, otherId })
  }
  const parents = ['open', 'closed', 'locked', 'deleted by staff'] as const
  for (const kind of ['answer', 'comment'] as const)
    for (const state of [...parents, 'own deleted', 'own deleted by staff', 'own pending'] as const)
      contents.push({ ...(await aReply(clients, kind, state)), otherId })
  return contents
}

type ReplyState = QuestionState | 'own deleted' | 'own deleted by staff' | 'own pending'

async function aReply(clients: Clients, kind: 'answer' | 'comment', state: ReplyState) {
  const questionId = await aQuestionIn(clients, 'open')
  const text = state === 'own pending' ? heldText : 'About three weeks, if it is fed.'
  const { author, staff } = clients
  const id =
    kind === 'answer'
      ? (await author.call(postAnswer, { question_id: questionId, content: text })).info.id
      : (await author.call(addComment, { object_id: questionId, original_text: text })).comment_id
  const remover = state === 'own deleted' ? author : staff
  if (state === 'own deleted' || state === 'own deleted by staff')
    await (kind === 'answer'
      ? remover.call(deleteAnswer, { id })
      : remover.call(deleteComment, { comment_id: id }))
  else if (state !== 'own pending') await toState(clients, questionId, state)
  return { kind, state: nameState(state), questionId, id }
}

function nameState(state: ReplyState) {
  if (state === 'open') return state
  if (!state.startsWith('own ')) return `question ${state}`
  return state === 'own deleted' ? 'deleted by the author' : state.slice('own '.length)
}

const tables = { question: questions, answer: answers, comment: comments }

/** What the rules need to know. */
export type Facts = Awaited<ReturnType<typeof readFacts>>

export async function readFacts(site: TestSite, { kind, questionId, id }: Content) {
  const [question] = await site.ctx.db.select().from(questions).where(eq(questions.id, questionId))
  const table = tables[kind]
  const [object] = await site.ctx.db.select().from(table).where(eq(table.id, id))
  if (question === undefined || object === undefined) throw new Error(`${kind} ${id} is missing`)
  return { question, object }
}

/** Makes the caller the author. What the author deleted, the caller has deleted then. */
export async function setOwner(site: TestSite, { kind, id, state }: Content, userId: string) {
  const table = tables[kind]
  const deletion = state === 'deleted by the author' ? { deletedBy: userId } : {}
  await site.db
    .update(table)
    .set({ userId, ...deletion })
    .where(eq(table.id, id))
}
