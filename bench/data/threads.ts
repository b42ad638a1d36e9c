import { questionStatuses } from '@stoa/contract/features/questions'
import { rendererVersion } from '@stoa/markdown/render'
import { slug } from '@stoa/markdown/slug'
import { getTableName } from 'drizzle-orm'
import { bookmarks } from '../../apps/server/src/schema/bookmarks.ts'
import { follows } from '../../apps/server/src/schema/follows.ts'
import {
  addTo,
  drawUsers,
  drawUser,
  writeReputation,
  drawLaterTime,
  nullField,
  writeActivity,
  userIdOf,
  questionId,
  row,
  type Site,
  tagId,
  writeVotes,
} from './site-writer.ts'
import {
  type Body,
  copyExcerptOf,
  copyHtmlOf,
  copyMarkdownOf,
  copyVectorOf,
  correctableWordsOf,
  textOf,
} from './bodies.ts'
import { drawBody, drawLanguage, drawTitle, previousTextOf } from './library.ts'
import { copyText } from './pieces.ts'
import { type Random, createRandom } from './random.ts'
import { type Answer, type Thread, writeAnswers, writeComments } from './answers-and-comments.ts'
import { askedAt, timeText, until } from './scale.ts'
import { stateOf, isHiddenStatus, isHidden } from './visibility.ts'

/** The nth question with all its content. Depends only on the seed. */
export function writeThread(site: Site, n: number) {
  const { scale, state, library } = site
  const random = createRandom(scale.seed, n)
  const { status, isListed } = stateOf(scale, n)
  const language = drawLanguage(library, random)
  const isBusy = n === scale.busy
  const popularity = isBusy ? 400 : 1 / Math.sqrt(1 - random.next())
  const id = questionId(n)
  const asker = drawUser(site, random)
  const at = askedAt(scale, n)
  const linkTo = state.linkTo[n] ? questionId(state.linkTo[n] ?? 0) : null
  const question: Question = {
    n,
    id,
    at,
    asker,
    language,
    popularity,
    status,
    isListed: !isHidden(scale, n),
    isShown: isListed,
    title: drawTitle(library, language, random),
    body: drawBody(library, language, random, { mean: 2.4, linkTo }),
    tags: drawTags(site, random),
    linkTo,
  }
  const hasNoReplies = isHiddenStatus(status)
  const counts = hasNoReplies ? noReplies : writeReplies(site, random, question)
  writeQuestion(site, random, question, counts)
  if (status === questionStatuses.pending)
    site.copies.held_posts.write(row(id, id, userIdOf(asker), '{first_posts}', timeText(at)))
  if (question.isListed) writeDocument(site, question)
}

type Question = Thread & {
  n: number
  status: number
  isShown: boolean
  title: Body
  body: Body
  tags: number[]
  linkTo: string | null
}

const noReplies = {
  answers: [] as Answer[],
  accepted: undefined as Answer | undefined,
  score: 0,
  comments: 0,
  bookmarks: 0,
  follows: 0,
}

const drawJitter = (random: Random) => random.next() * 2

function drawTags({ scale }: Site, random: Random) {
  const tags = new Set<number>()
  const count = 1 + random.below(4)
  while (tags.size < count) tags.add(random.zipf(scale.tags))
  return [...tags]
}

function writeReplies(site: Site, random: Random, question: Question): typeof noReplies {
  const { id, asker: author, at, popularity } = question
  const { busy, questions } = site.scale
  const isBusy = question.n === busy
  const maxAnswers = Math.min(500, questions)
  const answers = writeAnswers(
    site,
    random,
    question,
    isBusy ? maxAnswers : Math.min(maxAnswers, Math.floor(popularity * 1.1 * drawJitter(random))),
  )
  const votes = Math.min(4_000, Math.floor(popularity * 2.1 * drawJitter(random)))
  const commentCount = isBusy
    ? 200
    : Math.min(200, Math.floor(popularity * 0.5 * drawJitter(random)))
  return {
    answers,
    accepted: accept(site, random, question, answers),
    score: writeVotes(site, random, { kind: 'question', id, author, at }, votes),
    comments: writeComments(
      site,
      random,
      { questionId: id, answerId: null, at, language: question.language },
      commentCount,
    ),
    bookmarks: writeUserRows(site, random, question, {
      table: bookmarks,
      count: Math.floor(popularity * 0.25 * drawJitter(random)),
    }),
    follows: writeUserRows(site, random, question, {
      table: follows,
      count: Math.floor(popularity * 0.3 * drawJitter(random)),
    }),
  }
}

function accept(site: Site, random: Random, { asker }: Question, answers: readonly Answer[]) {
  const visibleAnswers = answers.filter(({ isVisible }) => isVisible)
  if (visibleAnswers.length === 0 || random.isOneIn(2)) return undefined
  const acceptedAnswer = visibleAnswers[random.zipf(visibleAnswers.length)]
  if (acceptedAnswer === undefined) return undefined
  const at = drawLaterTime(random, acceptedAnswer.at)
  const entry = { objectId: acceptedAnswer.id, by: asker, at }
  writeActivity(site, { kind: 'accept', objectId: acceptedAnswer.id, user: asker, at: at })
  if (acceptedAnswer.author !== asker) {
    writeReputation(site, { ...entry, user: acceptedAnswer.author, kind: 'answer.accepted' })
    writeReputation(site, { ...entry, user: asker, kind: 'answer.accept' })
  }
  return acceptedAnswer
}

type UserTable = { table: typeof bookmarks | typeof follows; count: number }

function writeUserRows(
  site: Site,
  random: Random,
  question: Question,
  { table, count }: UserTable,
) {
  const users = drawUsers(site, random, Math.min(2_000, count), question.asker)
  for (const user of users) {
    const at = timeText(drawLaterTime(random, question.at))
    site.copies[getTableName(table)].write(row(userIdOf(user), question.id, at))
  }
  return users.size
}

/** Same formula as the hot score job. `answers` are the scores of the answers. */
function hotScore(question: {
  at: number
  editedAt: number | null
  views: number
  answers: number[]
  score: number
}) {
  const hoursSince = (time: number) => Math.floor((until - time) / 3_600)
  const age = hoursSince(question.at)
  const idle = hoursSince(question.editedAt ?? question.at)
  const answerVotes = question.answers.reduce((total, votes) => total + votes, 0)
  const gain =
    4 * Math.log(Math.max(question.views, 1)) +
    (question.answers.length * question.score) / 5 +
    answerVotes
  const decay = Math.max(age + 1 - (age - idle) / 2, 1) ** 1.5
  return Math.max(0, Math.min(2_000_000_000, Math.ceil((gain / decay) * 10_000)))
}

type Edit = { at: number; editor: number }

function writeQuestion(site: Site, random: Random, question: Question, counts: typeof noReplies) {
  const { state, copies } = site
  const { id, at, asker, status } = question
  const isRemoved = isHiddenStatus(status)
  const edit =
    !isRemoved && random.isOneIn(8)
      ? {
          at: drawLaterTime(random, at),
          editor: random.isOneIn(3) ? drawUser(site, random) : asker,
        }
      : null
  const views = Math.min(5_000_000, Math.floor(20 * question.popularity ** 2 * drawJitter(random)))
  const deletedAt = status === questionStatuses.deleted ? drawLaterTime(random, at) : null
  const markdown = copyMarkdownOf(question.body)
  const titleText = textOf(question.title)
  copies.questions.write(
    row(
      ...questionRow(question, counts, {
        edit,
        views,
        deletedAt,
        markdown,
        titleText,
        linked: state.linked[question.n] ?? 0,
      }),
    ),
  )
  writeRevisions(site, question, { markdown, titleText, edit })
  writeActivity(site, { kind: 'asked', objectId: id, user: asker, at })
  if (deletedAt !== null)
    writeActivity(site, { kind: 'deleted', objectId: id, user: asker, at: deletedAt })
  if (question.isListed) addTo(state.questionCounts, asker, 1)
  writeLinks(site, random, question)
}

/** Tags, links and reactions. */
function writeLinks({ scale, state, copies }: Site, random: Random, question: Question) {
  const { id, at } = question
  for (const [position, tag] of question.tags.entries()) {
    copies.question_tags.write(row(id, tagId(tag), position, timeText(at)))
    if (question.isListed) addTo(state.tagQuestions, tag, 1)
  }
  const tagIds = question.tags.map((tag) => tagId(tag)).toSorted()
  copies.tag_sets.write(row(id, timeText(at), `{${tagIds.join(',')}}`))
  if (question.linkTo !== null) copies.question_links.write(row(id, id, question.linkTo))
  if (isHiddenStatus(question.status) || !random.isOneIn(10)) return
  const userIndex = random.below(scale.users)
  copies.reactions.write(row(id, 'heart', userIdOf(userIndex), timeText(at)))
}

type QuestionDetails = {
  edit: Edit | null
  views: number
  deletedAt: number | null
  markdown: string
  titleText: string
  linked: number
}

/** In the column order of tables.ts. */
function questionRow(question: Question, counts: typeof noReplies, details: QuestionDetails) {
  const { id, at, asker, status, body } = question
  const { edit, views, deletedAt } = details
  const { accepted, score } = counts
  const visibleAnswers = counts.answers.filter(({ isVisible }) => isVisible)
  const lastAnswer = visibleAnswers.at(-1)
  const active = activity(question, lastAnswer, edit)
  const edited =
    edit === null ? [nullField, 1, nullField] : [timeText(edit.at), 2, userIdOf(edit.editor)]
  const deleted =
    deletedAt === null
      ? [nullField, nullField, nullField]
      : [timeText(deletedAt), userIdOf(asker), 1]
  const isAnswered = accepted !== undefined || visibleAnswers.some((answer) => answer.score > 0)
  const fields: (string | number | undefined)[] = [
    id,
    userIdOf(asker),
    copyText(details.titleText),
    slug(details.titleText),
    copyExcerptOf(body),
    details.markdown,
    copyHtmlOf(body),
    rendererVersion,
    timeText(at),
    edited[0],
    deleted[0],
    deleted[1],
    edited[1],
    edited[2],
    status,
    deleted[2],
    question.isShown ? 't' : 'f',
    isAnswered ? 't' : 'f',
    views,
    score,
    visibleAnswers.length,
    counts.comments,
    counts.bookmarks,
    counts.follows,
    details.linked,
    accepted?.id,
    lastAnswer?.id,
    hotScore({
      at,
      editedAt: edit?.at ?? null,
      views,
      answers: visibleAnswers.map((answer) => answer.score),
      score,
    }),
    timeText(until),
    timeText(active.at),
    active.kind,
    userIdOf(active.by),
  ]
  return fields.map((field) => field ?? nullField)
}

/** The last activity: newest answer, edit or question. */
function activity(question: Question, lastAnswer: Answer | undefined, edit: Edit | null) {
  if (edit !== null && edit.at >= (lastAnswer?.at ?? 0))
    return { at: edit.at, kind: 'modified', by: edit.editor }
  if (lastAnswer !== undefined)
    return { at: lastAnswer.at, kind: 'answered', by: lastAnswer.author }
  return { at: question.at, kind: 'asked', by: question.asker }
}

function writeRevisions(
  site: Site,
  { id, asker, at, tags, body }: Question,
  { markdown, titleText, edit }: { markdown: string; titleText: string; edit: Edit | null },
) {
  const { state, copies, library } = site
  const slugs = `{${tags.map((tag) => library.tagNames[tag]).join(',')}}`
  const write = (version: number, user: number, text: string, time: number) =>
    copies.revisions.write(
      row(
        ++state.last.revision,
        id,
        version,
        userIdOf(user),
        copyText(titleText),
        '',
        text,
        slugs,
        version === 1 ? 0 : 2,
        timeText(time),
      ),
    )
  write(1, asker, edit === null ? markdown : previousTextOf(body), at)
  if (edit === null) return
  write(2, edit.editor, markdown, edit.at)
  writeActivity(site, { kind: 'edited', objectId: id, user: edit.editor, at: edit.at })
}

function writeDocument({ state, copies, library }: Site, question: Question) {
  const { id, at, asker, title, body, tags } = question
  const tagTexts = tags.flatMap((tag) => state.tagTexts[tag] ?? [])
  const words = correctableWordsOf([title, ...tagTexts])
  for (const word of words) state.titleWords.set(word, (state.titleWords.get(word) ?? 0) + 1)
  const vector = copyVectorOf(
    [
      { body: title, weight: 'A' },
      ...tagTexts.map((text) => ({ body: text, weight: 'B' as const })),
      { body, weight: 'C' },
    ],
    library.stems,
  )
  copies.search_documents.write(
    row(id, id, 'question', userIdOf(asker), timeText(at), `{${words.join(',')}}`, vector),
  )
}
