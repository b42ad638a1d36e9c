import type { Client } from '@stoa/contract/client'
import {
  askWithAnswer,
  deleteAnswer,
  editAnswer,
  postAnswer,
} from '@stoa/contract/features/answers'
import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { addComment, deleteComment, editComment } from '@stoa/contract/features/comments'
import { saveDraft } from '@stoa/contract/features/drafts'
import {
  flagUser,
  listFlaggedUsers,
  reviewFlaggedUser,
} from '@stoa/contract/features/flagged-users'
import { flagContent } from '@stoa/contract/features/flags'
import { follow, followTags } from '@stoa/contract/features/follows'
import { decideHeldPost, listHeldPosts } from '@stoa/contract/features/held-posts'
import {
  askQuestion,
  closeQuestion,
  deleteQuestion,
  editQuestion,
} from '@stoa/contract/features/questions'
import { auditSuggestion, listOpenSuggestions } from '@stoa/contract/features/suggestions'
import { createTag, deleteTag, editTag, findTags } from '@stoa/contract/features/tags'
import {
  addUserNote,
  silenceUser,
  suspendUser,
  warnUser,
} from '@stoa/contract/features/user-moderation'
import { voteUp } from '@stoa/contract/features/votes'
import { privilegeLevels, privilegeSettings } from '@stoa/contract/settings/people'
import { arrayContains, eq } from 'drizzle-orm'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { anAnswer } from '../src/features/content/answers/answers.factory.ts'
import { runChecks } from '../src/features/admin/doctor/doctor.actions.ts'
import { anAnswer as anAnswerRow } from '../src/features/content/shared/posts.factory.ts'
import { answers, comments, questions } from '../src/schema/posts.ts'
import { revisions } from '../src/schema/revisions.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { postTraces, type SpamSignal, waveAccounts, waves } from '../src/schema/waves.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { notifyOfEverything } from './notified-canaries.ts'
import type { TestSite } from './site.ts'

/** Words of suggested edits, which only the suggester and reviewers see. */
export const suggestedWord = 'zqsuggested'

/** Canary texts start with `zq` and the state. */
export const states = ['listed', 'unlisted', 'deleted', 'pending'] as const
export type State = (typeof states)[number]

/** Ids of the content by state. Answers and comments have the state of their question. */
export type Canaries = {
  reader: string
  /** A moderator, who wrote the content. */
  author: string
  suggester: string
  /** Flagged the moderated user, and learned the outcome. */
  flagger: string
  questions: Record<State, string[]>
  answers: Record<State, string[]>
  comments: Record<State, string[]>
  tags: Record<State, string>
  /** A deleted tag; the others only have no visible questions. */
  deletedTag: string
  /** All revisions, also suggested ones and those of comments. */
  revisions: string[]
  /** Of unlisted questions and answers. */
  unlistedRevisions: string[]
  /** A user with notes, a warning and a suspension. */
  moderatedUser: string
  /** A spam wave of this user. */
  wave: string
}

/**
 * Creates two questions in every state. A member interacts with the first of each before it is hidden, so that
 * personal lists could leak it; the second could only leak by recommendation.
 */
export async function createCanaries(site: TestSite): Promise<Canaries> {
  // Everything but what makes a reviewer.
  const custom = Object.fromEntries(
    Object.keys(privilegeLevels).map((name) => [name, /audit|without_review/.test(name) ? 500 : 1]),
  )
  await transact(site.ctx, (tx) => changeSettings(tx, privilegeSettings, { level: 99, custom }))
  const ada = await aUser(site.ctx, { name: 'Ada', role: 'moderator' })
  const ben = await aUser(site.ctx, { name: 'Ben' })
  const canaries: Canaries = {
    reader: ben.token,
    author: ada.token,
    suggester: (await aUser(site.ctx, { name: 'Cleo' })).token,
    flagger: '',
    questions: { listed: [], unlisted: [], deleted: [], pending: [] },
    answers: { listed: [], unlisted: [], deleted: [], pending: [] },
    comments: { listed: [], unlisted: [], deleted: [], pending: [] },
    tags: { listed: '', unlisted: '', deleted: '', pending: '' },
    deletedTag: '',
    revisions: [],
    unlistedRevisions: [],
    moderatedUser: '',
    wave: '',
  }
  for (const state of states) {
    const { id, answerId } = await createQuestion(site, canaries, state, ada.token)
    await interact(site, canaries, id, answerId)
    await createQuestion(site, canaries, state, ada.token)
  }
  for (const state of ['deleted', 'pending'] as const) {
    await createHiddenAnswers(site, canaries, state, ada)
    await createDuplicate(site, canaries, state, ada.token)
  }
  await createSuggestions(site, canaries, ada.token)
  const slug_name_list = states.map((state) => `zq${state}tag`)
  await site.as(ben.token).call(followTags, { slug_name_list })
  for (const state of states) await hide(site, canaries, state, ada.token)
  await createDeletedTag(site, canaries, ada.token)
  await createHeld(site, canaries, ada.token)
  await createSpam(site, canaries)
  await createCommentVersions(site, canaries)
  await moderateUser(site, canaries, ada.token)
  await notifyOfEverything(site, listContentIds(canaries), { receiverId: ben.id, actorId: ada.id })
  await runChecks(site.ctx, { repair: true })
  const rows = await site.db.select().from(revisions)
  const unlisted = [...canaries.questions.unlisted, ...canaries.answers.unlisted]
  canaries.revisions = rows.map(({ id }) => id)
  canaries.unlistedRevisions = rows
    .filter(({ objectId }) => unlisted.includes(objectId))
    .map(({ id }) => id)
  return canaries
}

function listContentIds({ questions: asked, answers: given, comments: added }: Canaries) {
  return [asked, given, added].flatMap((byState) => Object.values(byState).flat())
}

async function createQuestion(site: TestSite, canaries: Canaries, state: State, author: string) {
  const client = site.as(author)
  const link = `/questions/${canaries.questions.listed[0] ?? ''}`
  const { id } = await aQuestion(client, {
    title: `zq${state}title`,
    content: `zq${state}body [x](${link})`,
    tags: [`zq${state}tag`, 'shared'],
  })
  const answer = await anAnswer(client, id, `zq${state}answer [x](${link})`)
  for (const object_id of [id, answer.id]) {
    const comment = { object_id, original_text: `zq${state}comment` }
    canaries.comments[state].push((await client.call(addComment, comment)).comment_id)
  }
  canaries.questions[state].push(id)
  canaries.answers[state].push(answer.id)
  const [tag] = await client.call(findTags, { tags: `zq${state}tag` })
  canaries.tags[state] = tag!.tag_id
  return { id, answerId: answer.id }
}

/** A listed question whose original will be hidden. */
async function createDuplicate(site: TestSite, canaries: Canaries, state: State, author: string) {
  const { id } = await aQuestion(site.as(author), { title: 'A duplicate', tags: ['shared'] })
  const close_msg = `/questions/${canaries.questions[state][0] ?? ''}`
  await site.as(author).call(closeQuestion, { id, close_type: 60, close_msg })
  canaries.questions.listed.push(id)
}

/** An open and a rejected suggestion for a post and a tag. */
async function createSuggestions(site: TestSite, canaries: Canaries, author: string) {
  const suggester = site.as(canaries.suggester)
  const [id = ''] = canaries.questions.listed
  const [answerId = ''] = canaries.answers.listed
  const tag_id = canaries.tags.listed
  const content = `${suggestedWord}body`
  const edit = { id, title: `${suggestedWord}title`, content, version: 1 }
  const tags = [{ slug_name: `${suggestedWord}tag` }]
  await suggester.call(editQuestion, { ...edit, tags, edit_summary: `${suggestedWord}summary` })
  const names = { slug_name: `${suggestedWord}slug`, display_name: `${suggestedWord}name` }
  await suggester.call(editTag, { tag_id, ...names, original_text: content })
  await suggester.call(editAnswer, { id: answerId, content, version: 1 })
  const { list } = await site.as(author).call(listOpenSuggestions, { page_size: 100 })
  const found = list.find(
    ({ type, unreviewed_info }) =>
      type === 'answer' && unreviewed_info.content.content.startsWith(suggestedWord),
  )
  const decision = { operation: 'reject', reason: `${suggestedWord}reason` } as const
  await site.as(author).call(auditSuggestion, { id: found!.unreviewed_info.id, ...decision })
}

/** Every interaction a member can have with a post, without canary words. */
async function interact(site: TestSite, canaries: Canaries, question: string, answer: string) {
  const reader = site.as(canaries.reader)
  await reader.call(switchBookmark, { object_id: question, bookmark: true })
  await reader.call(follow, { object_id: question })
  for (const object_id of [question, answer]) {
    await reader.call(voteUp, { object_id })
    await reader.call(addComment, { object_id, original_text: 'Plain words' })
  }
  await anAnswer(reader, question, 'Plain words')
  for (const object_id of [question, answer])
    await reader.call(flagContent, { object_id, report_type: 59, content: 'Plain words' })
  const edit = { content: 'Plain words', version: 1 }
  const tags = [{ slug_name: 'shared' }]
  await reader.call(editQuestion, { id: question, title: 'Plain words', tags, ...edit })
  await reader.call(editAnswer, { id: answer, ...edit })
  const draft = { writer: 'a-window', counter: 1, known_version: 0, content: 'Plain words' }
  await reader.call(saveDraft, { ...draft, kind: 'answer', object_id: question })
  await reader.call(saveDraft, { ...draft, kind: 'edit', object_id: answer })
}

/** Hidden answers and comments on a listed question. */
async function createHiddenAnswers(
  site: TestSite,
  canaries: Canaries,
  state: 'deleted' | 'pending',
  author: { id: string; token: string },
) {
  const client = site.as(author.token)
  const questionId = canaries.questions.listed[0]!
  const text = `zq${state}reply`
  const answer = await anAnswerRow(site.ctx, { questionId, userId: author.id, text })
  canaries.answers[state].push(answer.id)
  for (const object_id of [answer.id, questionId]) {
    const { comment_id } = await client.call(addComment, { object_id, original_text: text })
    canaries.comments[state].push(comment_id)
  }
  await site.as(canaries.reader).call(voteUp, { object_id: answer.id })
  const [hidden] = canaries.comments[state].slice(-1)
  if (state === 'deleted') {
    await client.call(deleteAnswer, { id: answer.id })
    await client.call(deleteComment, { comment_id: hidden! })
    return
  }
  await site.db.update(answers).set({ status: 11 }).where(eq(answers.id, answer.id))
  await site.db.update(comments).set({ status: 11 }).where(eq(comments.id, hidden!))
}

async function hide(site: TestSite, canaries: Canaries, state: State, author: string) {
  for (const id of canaries.questions[state]) {
    const change = (values: { status: 11 } | { isListed: false }) =>
      site.db.update(questions).set(values).where(eq(questions.id, id))
    if (state === 'deleted') await site.as(author).call(deleteQuestion, { id })
    if (state === 'pending') await change({ status: 11 })
    if (state === 'unlisted') await change({ isListed: false })
  }
}

/**
 * Content that was never published, with a new tag. A plugin holds it for a reason that only staff may read. Part of it is
 * rejected.
 */
async function createHeld(site: TestSite, canaries: Canaries, moderator: string) {
  const review = () => ({ verdict: 'hold' as const, reason: 'zqpendingheldnote' })
  Object.assign(site.ctx, { reviewers: [{ name: 'zqpendingheldreviewer', review }] })
  const eve = site.as((await aUser(site.ctx, { name: 'Eve' })).token)
  const [listed = ''] = canaries.questions.listed
  const { questions: questionIds, answers: answerIds, comments: commentIds } = canaries
  for (const part of ['one', 'two']) {
    const word = `zqpendingheld${part}`
    const content = `${word}body @ben [x](/questions/${listed})`
    const { id } = await aQuestion(eve, { title: `${word}title`, content, tags: [word, 'shared'] })
    questionIds.pending.push(id)
    const { info } = await eve.call(askWithAnswer, {
      title: `${word}both`,
      content,
      answer_content: `${word}own answer`,
      tags: [{ slug_name: 'shared' }],
    })
    questionIds.pending.push(info.question_id)
    answerIds.pending.push(info.id)
    const question_id = questionIds.listed[part === 'one' ? 0 : 1] ?? ''
    const answer = await eve.call(postAnswer, { question_id, content: `${word}reply @ben` })
    answerIds.pending.push(answer.info.id)
    const comment = { object_id: listed, original_text: `${word}comment @ben` }
    const { comment_id } = await eve.call(addComment, comment)
    commentIds.pending.push(comment_id)
    if (part === 'one') continue
    const reason = 'zqpendingheldreason'
    for (const object_id of [id, answer.info.id, comment_id]) {
      const { list } = await site.as(moderator).call(listHeldPosts, { object_id })
      const review_id = list[0]!.review_id
      await site.as(moderator).call(decideHeldPost, { review_id, status: 'reject', reason })
    }
  }
  Object.assign(site.ctx, { reviewers: [] })
}

/** Held because a program filled in the hidden field, and in a wave. */
async function createSpam(site: TestSite, canaries: Canaries) {
  const gil = site.as((await aUser(site.ctx, { name: 'Gil' })).token)
  const [listed = ''] = canaries.questions.listed
  const homepage = 'x'
  const textOf = (part: string) => `zqpendingspam${part} @ben https://zqpendingspamhost.example/`
  const question = await gil.call(askQuestion, {
    title: 'zqpendingspamtitle',
    content: textOf('body'),
    tags: [{ slug_name: 'shared' }],
    homepage,
  })
  const answer = { question_id: listed, content: textOf('reply'), homepage }
  const { info } = await gil.call(postAnswer, answer)
  const comment = { object_id: listed, original_text: textOf('comment'), homepage }
  const { comment_id } = await gil.call(addComment, comment)
  canaries.questions.pending.push(question.id)
  canaries.answers.pending.push(info.id)
  canaries.comments.pending.push(comment_id)
  const now = new Date()
  const [wave] = await site.db
    .insert(waves)
    .values({ label: 'zqstaffwavelabel', createdAt: now, lastPostAt: now })
    .returning({ id: waves.id })
  const { rowCount } = await site.db
    .update(postTraces)
    .set({ waveId: wave!.id })
    .where(arrayContains(postTraces.signals, ['honeypot']))
  if (rowCount !== 3) throw new Error('spam was not held')
}

/** A listed comment has a version that only staff see. */
async function createCommentVersions(site: TestSite, canaries: Canaries) {
  const [comment_id] = canaries.comments.listed
  const edit = (original_text: string) =>
    site.as(canaries.author).call(editComment, { comment_id: comment_id!, original_text })
  await edit('zqdeletedversion')
  await edit('zqlistedcomment')
}

/** Texts for staff start with `zqstaff`. */
async function moderateUser(site: TestSite, canaries: Canaries, moderator: string) {
  const staff = site.as(moderator)
  const cleo = await aUser(site.ctx, { name: 'Finn' })
  const { id } = await aQuestion(site.as(cleo.token), { title: 'A flagged one', tags: ['shared'] })
  canaries.questions.listed.push(id)
  canaries.flagger = (await aUser(site.ctx, { name: 'Dora' })).token
  const flagger = site.as(canaries.flagger)
  await flagger.call(flagContent, { object_id: id, report_type: 59, content: 'zqstaffflag' })
  canaries.moderatedUser = cleo.id
  canaries.wave = await createWave(site, cleo.id, id)
  await flagAndDecide(staff, flagger, cleo.id)
  const user = { user_id: cleo.id }
  await staff.call(addUserNote, { ...user, note: 'zqstaffnote' })
  await staff.call(warnUser, { ...user, message: 'zqstaffwarning' })
  await staff.call(silenceUser, { ...user, duration: '7d', reason: 'zqstaffsilence' })
  await staff.call(suspendUser, { ...user, suspend_duration: '7d', reason: 'zqstaffreason' })
}

/** What was found out about a post that is public. */
async function createWave(site: TestSite, userId: string, questionId: string) {
  const now = new Date()
  const wave = { label: 'zqstaffwave', createdAt: now, lastPostAt: now }
  const [created] = await site.db.insert(waves).values(wave).returning({ id: waves.id })
  const waveId = created!.id
  await site.db.insert(waveAccounts).values({ waveId, userId })
  const trace = {
    objectId: questionId,
    questionId,
    userId,
    waveId,
    createdAt: now,
    network: 'zqstaffnetwork',
    hosts: ['zqstaffhost.example'],
    signals: ['zqstaffsignal' as SpamSignal],
  }
  await site.db
    .insert(postTraces)
    .values(trace)
    .onConflictDoUpdate({ target: postTraces.objectId, set: trace })
  return waveId
}

/** A decided case about the user, with a note to whoever flagged, and an open one. */
async function flagAndDecide(staff: Client, flagger: Client, user_id: string) {
  const flag = () =>
    flagger.call(flagUser, { user_id, report_type: 59, content: 'zqstaffuserflag' })
  await flag()
  const { list } = await staff.call(listFlaggedUsers, {})
  await staff.call(reviewFlaggedUser, {
    flag_id: list[0]!.flag_id,
    operation_type: 'uphold_report',
    note: 'zqstaffdecision',
  })
  await flag()
}

async function createDeletedTag(site: TestSite, canaries: Canaries, author: string) {
  const client = site.as(author)
  const name = 'zqdeletedown'
  await client.call(createTag, {
    slug_name: name,
    display_name: name,
    original_text: `${name} text`,
  })
  const [tag] = await client.call(findTags, { tags: name })
  canaries.deletedTag = tag!.tag_id
  await client.call(deleteTag, { tag_id: tag!.tag_id })
}
