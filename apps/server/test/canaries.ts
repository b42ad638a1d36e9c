import { deleteAnswer } from '@stoa/contract/features/answers'
import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { addComment, deleteComment } from '@stoa/contract/features/comments'
import { saveDraft } from '@stoa/contract/features/drafts'
import { follow, followTags } from '@stoa/contract/features/follows'
import { deleteQuestion } from '@stoa/contract/features/questions'
import { createTag, deleteTag, findTags } from '@stoa/contract/features/tags'
import { voteUp } from '@stoa/contract/features/votes'
import { privilegeSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { aPerson } from '../src/features/accounts/accounts.factory.ts'
import { anAnswer } from '../src/features/answers/answers.factory.ts'
import { examine } from '../src/features/doctor/doctor.actions.ts'
import { anAnswer as anAnswerRow } from '../src/features/posts/posts.factory.ts'
import { answers, comments, questions } from '../src/features/posts/posts.table.ts'
import { aQuestion } from '../src/features/questions/questions.factory.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import type { TestSite } from './site.ts'

/** Whose texts begin with `zq` and the name of the state, in words nobody would write. */
export const states = ['listed', 'unlisted', 'deleted', 'pending'] as const
export type State = (typeof states)[number]

/** Ids of everything planted, by the state it is in; what hangs on a post has its state. */
export type Planted = {
  reader: string
  questions: Record<State, string[]>
  answers: Record<State, string[]>
  comments: Record<State, string[]>
  tags: Record<State, string>
  /** A tag that was deleted itself; those above live on without questions. */
  deletedTag: string
}

/**
 * Plants two questions in every state, with all that hangs on them. A reader has answered, commented on, voted
 * for, followed and kept the first of each while it was there for all to see, so that their own lists could tell
 * of it too; the second they have nothing to do with, so that it could be recommended to them.
 */
export async function plant(site: TestSite): Promise<Planted> {
  await transact(site.ctx, (tx) => changeSettings(tx, site.ctx, privilegeSettings, { level: 1 }))
  const ada = await aPerson(site.ctx, { name: 'Ada', role: 'moderator' })
  const ben = await aPerson(site.ctx, { name: 'Ben' })
  const planted: Planted = {
    reader: ben.token,
    questions: { listed: [], unlisted: [], deleted: [], pending: [] },
    answers: { listed: [], unlisted: [], deleted: [], pending: [] },
    comments: { listed: [], unlisted: [], deleted: [], pending: [] },
    tags: { listed: '', unlisted: '', deleted: '', pending: '' },
    deletedTag: '',
  }
  for (const state of states) {
    const { id, answerId } = await plantQuestion(site, planted, state, ada.token)
    await touch(site, planted, id, answerId)
    await plantQuestion(site, planted, state, ada.token)
  }
  for (const state of ['deleted', 'pending'] as const) await plantReplies(site, planted, state, ada)
  const slug_name_list = states.map((state) => `zq${state}tag`)
  await site.as(ben.token).call(followTags, { slug_name_list })
  for (const state of states) await hide(site, planted, state, ada.token)
  await plantDeletedTag(site, planted, ada.token)
  await examine(site.ctx, { fixes: true })
  return planted
}

async function plantQuestion(site: TestSite, planted: Planted, state: State, author: string) {
  const written = site.as(author)
  const link = `/questions/${planted.questions.listed[0] ?? ''}`
  const { id } = await aQuestion(written, {
    title: `zq${state}title`,
    content: `zq${state}body [x](${link})`,
    tags: [`zq${state}tag`, 'shared'],
  })
  const answer = await anAnswer(written, id, `zq${state}answer [x](${link})`)
  for (const object_id of [id, answer.id]) {
    const comment = { object_id, original_text: `zq${state}comment` }
    planted.comments[state].push((await written.call(addComment, comment)).comment_id)
  }
  planted.questions[state].push(id)
  planted.answers[state].push(answer.id)
  const [tag] = await written.call(findTags, { tags: `zq${state}tag` })
  planted.tags[state] = tag!.tag_id
  return { id, answerId: answer.id }
}

/** Everything a reader can do with a post, in words of their own. */
async function touch(site: TestSite, planted: Planted, question: string, answer: string) {
  const reader = site.as(planted.reader)
  await reader.call(switchBookmark, { object_id: question, bookmark: true })
  await reader.call(follow, { object_id: question })
  for (const object_id of [question, answer]) {
    await reader.call(voteUp, { object_id })
    await reader.call(addComment, { object_id, original_text: 'Plain words' })
  }
  await anAnswer(reader, question, 'Plain words')
  const draft = { writer: 'a-window', counter: 1, known_version: 0, content: 'Plain words' }
  await reader.call(saveDraft, { ...draft, kind: 'answer', object_id: question })
  await reader.call(saveDraft, { ...draft, kind: 'edit', object_id: answer })
}

/** Answers and comments under the listed question that are hidden by themselves. */
async function plantReplies(
  site: TestSite,
  planted: Planted,
  state: 'deleted' | 'pending',
  author: { id: string; token: string },
) {
  const written = site.as(author.token)
  const questionId = planted.questions.listed[0]!
  const text = `zq${state}reply`
  const answer = await anAnswerRow(site.ctx, { questionId, userId: author.id, text })
  planted.answers[state].push(answer.id)
  for (const object_id of [answer.id, questionId]) {
    const { comment_id } = await written.call(addComment, { object_id, original_text: text })
    planted.comments[state].push(comment_id)
  }
  await site.as(planted.reader).call(voteUp, { object_id: answer.id })
  const [hidden] = planted.comments[state].slice(-1)
  if (state === 'deleted') {
    await written.call(deleteAnswer, { id: answer.id })
    await written.call(deleteComment, { comment_id: hidden! })
    return
  }
  await site.ctx.db.update(answers).set({ status: 11 }).where(eq(answers.id, answer.id))
  await site.ctx.db.update(comments).set({ status: 11 }).where(eq(comments.id, hidden!))
}

async function hide(site: TestSite, planted: Planted, state: State, author: string) {
  for (const id of planted.questions[state]) {
    const change = (values: { status: 11 } | { isListed: false }) =>
      site.ctx.db.update(questions).set(values).where(eq(questions.id, id))
    if (state === 'deleted') await site.as(author).call(deleteQuestion, { id })
    if (state === 'pending') await change({ status: 11 })
    if (state === 'unlisted') await change({ isListed: false })
  }
}

async function plantDeletedTag(site: TestSite, planted: Planted, author: string) {
  const written = site.as(author)
  const name = 'zqdeletedown'
  await written.call(createTag, {
    slug_name: name,
    display_name: name,
    original_text: `${name} text`,
  })
  const [tag] = await written.call(findTags, { tags: name })
  planted.deletedTag = tag!.tag_id
  await written.call(deleteTag, { tag_id: tag!.tag_id })
}
