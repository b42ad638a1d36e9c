import { questionStatuses } from '@stoa/contract/features/questions'
import { rendererVersion } from '@stoa/markdown/render'
import { slug } from '@stoa/markdown/slug'
import {
  countIn,
  drawPeople,
  drawPerson,
  enter,
  later,
  none,
  note,
  personId,
  questionId,
  row,
  type Site,
  tagId,
  writeVotes,
} from './acts.ts'
import {
  type Body,
  copyExcerptOf,
  copyHtmlOf,
  copyMarkdownOf,
  copyVectorOf,
  spelledOf,
  textOf,
} from './bodies.ts'
import { drawBody, drawShelf, drawTitle, earlierOf } from './library.ts'
import { copyText } from './pieces.ts'
import { type Random, randomOf } from './random.ts'
import { type Answer, type Thread, writeAnswers, writeComments } from './replies.ts'
import { askedAt, timeText, until } from './scale.ts'
import { fateOf, isGone, isHidden } from './visibility.ts'

/** The nth question with everything that hangs on it. The same for the same seed, whatever came before. */
export function writeThread(site: Site, n: number) {
  const { scale, state, library } = site
  const random = randomOf(scale.seed, n)
  const { status, isListed } = fateOf(scale, n)
  const shelf = drawShelf(library, random)
  const isBusy = n === scale.busy
  const heat = isBusy ? 400 : 1 / Math.sqrt(1 - random.next())
  const id = questionId(n)
  const asker = drawPerson(site, random)
  const at = askedAt(scale, n)
  const linkTo = state.linkTo[n] ? questionId(state.linkTo[n] ?? 0) : null
  const question: Question = {
    n,
    id,
    at,
    asker,
    shelf,
    heat,
    status,
    isListed: !isHidden(scale, n),
    isShown: isListed,
    title: drawTitle(library, shelf, random),
    body: drawBody(library, shelf, random, { mean: 2.4, linkTo }),
    tags: drawTags(site, random),
    linkTo,
  }
  const quiet = isGone(status)
  const counts = quiet ? nothing : writeReplies(site, random, question)
  writeQuestion(site, random, question, counts)
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

const nothing = {
  answers: [] as Answer[],
  accepted: undefined as Answer | undefined,
  score: 0,
  comments: 0,
  bookmarks: 0,
  follows: 0,
}

const jitter = (random: Random) => random.next() * 2

function drawTags({ scale }: Site, random: Random) {
  const tags = new Set<number>()
  const count = 1 + random.below(4)
  while (tags.size < count) tags.add(random.zipf(scale.tags))
  return [...tags]
}

function writeReplies(site: Site, random: Random, question: Question): typeof nothing {
  const { id, asker: author, at, heat } = question
  const { busy, questions } = site.scale
  const isBusy = question.n === busy
  const most = Math.min(500, questions)
  const answers = writeAnswers(
    site,
    random,
    question,
    isBusy ? most : Math.min(most, Math.floor(heat * 1.1 * jitter(random))),
  )
  const votes = Math.min(4_000, Math.floor(heat * 2.1 * jitter(random)))
  const remarks = isBusy ? 200 : Math.min(200, Math.floor(heat * 0.5 * jitter(random)))
  return {
    answers,
    accepted: accept(site, random, question, answers),
    score: writeVotes(site, random, { kind: 'question', id, author, at }, votes),
    comments: writeComments(
      site,
      random,
      { questionId: id, answerId: null, at, shelf: question.shelf },
      remarks,
    ),
    bookmarks: keep(site, random, question, {
      table: 'bookmarks',
      count: Math.floor(heat * 0.25 * jitter(random)),
    }),
    follows: keep(site, random, question, {
      table: 'follows',
      count: Math.floor(heat * 0.3 * jitter(random)),
    }),
  }
}

function accept(site: Site, random: Random, { asker }: Question, answers: readonly Answer[]) {
  const open = answers.filter(({ isOpen }) => isOpen)
  if (open.length === 0 || random.isOneIn(2)) return undefined
  const chosen = open[random.zipf(open.length)]
  if (chosen === undefined) return undefined
  const at = later(random, chosen.at)
  const entry = { objectId: chosen.id, by: asker, at }
  note(site, { kind: 'accept', objectId: chosen.id, person: asker, at: at })
  if (chosen.author !== asker) {
    enter(site, { ...entry, person: chosen.author, kind: 'answer.accepted' })
    enter(site, { ...entry, person: asker, kind: 'answer.accept' })
  }
  return chosen
}

type Kept = { table: 'bookmarks' | 'follows'; count: number }

function keep(site: Site, random: Random, question: Question, { table, count }: Kept) {
  const people = drawPeople(site, random, Math.min(2_000, count), question.asker)
  for (const person of people) {
    const at = timeText(later(random, question.at))
    site.copies[table].write(row(personId(person), question.id, at))
  }
  return people.size
}

/** As the job that refreshes them computes it. */
function hotScore(question: {
  at: number
  editedAt: number | null
  views: number
  answers: number
  score: number
}) {
  const hoursSince = (time: number) => Math.floor((until - time) / 3_600)
  const age = hoursSince(question.at)
  const idle = hoursSince(question.editedAt ?? question.at)
  const gain = 4 * Math.log(Math.max(question.views, 1)) + (question.answers * question.score) / 5
  const decay = Math.max(age + 1 - (age - idle) / 2, 1) ** 1.5
  return Math.max(0, Math.min(2_000_000_000, Math.ceil((gain / decay) * 10_000)))
}

type Edit = { at: number; editor: number }

function writeQuestion(site: Site, random: Random, question: Question, counts: typeof nothing) {
  const { state, copies } = site
  const { id, at, asker, status } = question
  const isGoneNow = isGone(status)
  const edit =
    !isGoneNow && random.isOneIn(8)
      ? { at: later(random, at), editor: random.isOneIn(3) ? drawPerson(site, random) : asker }
      : null
  const views = Math.min(5_000_000, Math.floor(20 * question.heat ** 2 * jitter(random)))
  const deletedAt = status === questionStatuses.deleted ? later(random, at) : null
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
  note(site, { kind: 'asked', objectId: id, person: asker, at })
  if (deletedAt !== null)
    note(site, { kind: 'deleted', objectId: id, person: asker, at: deletedAt })
  if (question.isListed) countIn(state.asked, asker, 1)
  writeNeighbours(site, random, question)
}

/** Its tags, the question it links to, and a reaction. */
function writeNeighbours({ scale, state, copies }: Site, random: Random, question: Question) {
  const { id, at } = question
  for (const [position, tag] of question.tags.entries()) {
    copies.question_tags.write(row(id, tagId(tag), position, timeText(at)))
    if (question.isListed) countIn(state.tagQuestions, tag, 1)
  }
  const set = question.tags.map((tag) => tagId(tag)).toSorted()
  copies.tag_sets.write(row(id, timeText(at), `{${set.join(',')}}`))
  if (question.linkTo !== null) copies.question_links.write(row(id, id, question.linkTo))
  if (isGone(question.status) || !random.isOneIn(10)) return
  const reader = random.below(scale.people)
  copies.reactions.write(row(id, 'heart', personId(reader), timeText(at)))
}

type Facts = {
  edit: Edit | null
  views: number
  deletedAt: number | null
  markdown: string
  titleText: string
  linked: number
}

/** In the order of the columns in tables.ts. */
function questionRow(question: Question, counts: typeof nothing, facts: Facts) {
  const { id, at, asker, status, body } = question
  const { edit, views, deletedAt } = facts
  const { accepted, score } = counts
  const open = counts.answers.filter(({ isOpen }) => isOpen)
  const last = open.at(-1)
  const active = activity(question, last, edit)
  const edited = edit === null ? [none, 1, none] : [timeText(edit.at), 2, personId(edit.editor)]
  const deleted =
    deletedAt === null ? [none, none, none] : [timeText(deletedAt), personId(asker), 1]
  const isAnswered = accepted !== undefined || open.some((answer) => answer.score > 0)
  const fields: (string | number | undefined)[] = [
    id,
    personId(asker),
    copyText(facts.titleText),
    slug(facts.titleText),
    copyExcerptOf(body),
    facts.markdown,
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
    open.length,
    counts.comments,
    counts.bookmarks,
    counts.follows,
    facts.linked,
    accepted?.id,
    last?.id,
    hotScore({ at, editedAt: edit?.at ?? null, views, answers: open.length, score }),
    timeText(until),
    timeText(active.at),
    active.kind,
    personId(active.by),
  ]
  return fields.map((field) => field ?? none)
}

/** What happened last: the newest answer, the edit, or the asking itself. */
function activity(question: Question, last: Answer | undefined, edit: Edit | null) {
  if (edit !== null && edit.at >= (last?.at ?? 0))
    return { at: edit.at, kind: 'modified', by: edit.editor }
  if (last !== undefined) return { at: last.at, kind: 'answered', by: last.author }
  return { at: question.at, kind: 'asked', by: question.asker }
}

function writeRevisions(
  site: Site,
  { id, asker, at, tags, body }: Question,
  { markdown, titleText, edit }: { markdown: string; titleText: string; edit: Edit | null },
) {
  const { state, copies, library } = site
  const slugs = `{${tags.map((tag) => library.tagNames[tag]).join(',')}}`
  const write = (version: number, person: number, text: string, time: number) =>
    copies.revisions.write(
      row(
        ++state.last.revision,
        id,
        version,
        personId(person),
        copyText(titleText),
        '',
        text,
        slugs,
        version === 1 ? 0 : 2,
        timeText(time),
      ),
    )
  write(1, asker, edit === null ? markdown : earlierOf(body), at)
  if (edit === null) return
  write(2, edit.editor, markdown, edit.at)
  note(site, { kind: 'edited', objectId: id, person: edit.editor, at: edit.at })
}

function writeDocument({ state, copies, library }: Site, question: Question) {
  const { id, at, asker, title, body, tags } = question
  const tagTexts = tags.flatMap((tag) => state.tagTexts[tag] ?? [])
  const words = spelledOf([title, ...tagTexts])
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
    row(id, id, 'question', personId(asker), timeText(at), `{${words.join(',')}}`, vector),
  )
}
