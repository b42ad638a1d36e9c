/** How large a site is in all that follows from its number of questions. */
export type Scale = {
  seed: number
  questions: number
  people: number
  tags: number
  words: number
  /** The question with more answers and comments than any other. */
  busy: number
}

export function scaleOf(questions: number, seed: number): Scale {
  return {
    seed,
    questions,
    people: Math.max(200, Math.ceil(questions / 5)),
    tags: Math.max(40, Math.min(50_000, Math.ceil(questions / 20))),
    words: Math.max(400, Math.min(60_000, Math.ceil(questions / 20))),
    busy: Math.ceil(questions * 0.7),
  }
}

const day = 86_400

/** Everything happened before this moment: a fixed one, so that the same seed gives the same site. */
export const until = Date.UTC(2026, 10, 1) / 1_000
const since = until - 6 * 365 * day

/** When the nth question was asked, in seconds: evenly through the years, in the order of their numbers. */
export function askedAt(scale: Scale, n: number) {
  return Math.floor(since + ((until - since - day) * n) / (scale.questions + 1))
}

/** The beginning of all, when people and tags came. */
export const beginning = since - day

const clock = Array.from({ length: day }, (_, second) =>
  new Date(second * 1_000).toISOString().slice(11, 19),
)
const days = new Map<number, string>()

export function dayText(seconds: number) {
  const number = Math.floor(seconds / day)
  const known = days.get(number)
  if (known !== undefined) return known
  const text = new Date(number * day * 1_000).toISOString().slice(0, 10)
  days.set(number, text)
  return text
}

export function timeText(seconds: number) {
  return `${dayText(seconds)} ${clock[seconds % day]}+00`
}
