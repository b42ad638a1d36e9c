import type { DemoContent, DemoQuestion } from './demo.content.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Position of a question in the content; `answer` is the position of an answer in it. */
export type PostRef = { question: number; answer?: number }

export type DemoStep = { at: number } & (
  | { kind: 'join'; user: string }
  | { kind: 'ask'; user: string; post: PostRef }
  | { kind: 'answer'; user: string; post: PostRef }
  | { kind: 'accept'; user: string; post: PostRef }
  | { kind: 'comment'; user: string; post: PostRef; text: string }
  | { kind: 'vote'; user: string; post: PostRef }
)

/** Everything that happened in the demo community, oldest first. The same every time, relative to `now`. */
export function buildTimeline(content: DemoContent, now: Date): DemoStep[] {
  const random = createRandom(20_261_116)
  const end = now.getTime()
  // What would lie in the future has just happened.
  const cap = (at: number) => Math.min(at, end - Math.round(random() * hourMs))
  const everyone = [...content.writers.map(({ id }) => id), ...content.readers]
  const steps: DemoStep[] = [
    ...content.writers.map(({ id, joinedDaysAgo }) => joinAt(id, end - joinedDaysAgo * dayMs)),
    // Readers vote on the oldest posts too.
    ...content.readers.map((name) => joinAt(name, end - (372 + random() * 20) * dayMs)),
  ]
  const voteFor = (post: PostRef, author: string, score: number, createdAt: number) => {
    const joined = new Set(
      steps.flatMap((step) => (step.kind === 'join' && step.at < createdAt ? [step.user] : [])),
    )
    const voters = shuffle(
      everyone.filter((user) => user !== author && joined.has(user)),
      random,
    ).slice(0, score)
    for (const user of voters) {
      // Most votes come in the first days.
      const at = cap(createdAt + hourMs + random() ** 3 * (end - createdAt))
      steps.push({ at, kind: 'vote', user, post })
    }
  }
  content.questions.forEach((question, index) => {
    const post = { question: index }
    const askedAt = end - question.daysAgo * dayMs + timeOfDay(index)
    steps.push({ at: askedAt, kind: 'ask', user: question.by, post })
    voteFor(post, question.by, question.score, askedAt)
    addComments(post, question.comments, askedAt)
    addAnswers(question, index, askedAt)
  })
  return steps.toSorted((a, b) => a.at - b.at)

  function addAnswers(question: DemoQuestion, index: number, askedAt: number) {
    question.answers.forEach((answer, position) => {
      const post = { question: index, answer: position }
      const at = cap(askedAt + answer.hoursLater * hourMs)
      steps.push({ at, kind: 'answer', user: answer.by, post })
      voteFor(post, answer.by, answer.score, at)
      addComments(post, answer.comments, at)
      if (answer.accepted)
        steps.push({ at: cap(at + 20 * hourMs), kind: 'accept', user: question.by, post })
    })
  }

  function addComments(post: PostRef, comments: DemoQuestion['comments'], createdAt: number) {
    comments.forEach(({ by, text }, position) => {
      const at = cap(createdAt + (position + 1) * 0.7 * hourMs)
      steps.push({ at, kind: 'comment', user: by, post, text })
    })
  }
}

function joinAt(user: string, at: number): DemoStep {
  return { at, kind: 'join', user }
}

/** Spreads questions over the hours before `now`, so that not all of a day share one time. */
function timeOfDay(index: number) {
  return ((index * 37) % 23) * hourMs * 0.9
}

function shuffle<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)
}

/** mulberry32 */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
