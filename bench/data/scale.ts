/** Sizes derived from the number of questions. */
export type Scale = {
  seed: number
  questions: number
  users: number
  tags: number
  words: number
  /** The question with the most answers and comments. */
  busy: number
}

export function scaleOf(questions: number, seed: number): Scale {
  return {
    seed,
    questions,
    users: Math.max(200, Math.ceil(questions / 5)),
    tags: Math.max(40, Math.min(50_000, Math.ceil(questions / 20))),
    words: Math.max(400, Math.min(60_000, Math.ceil(questions / 20))),
    busy: Math.ceil(questions * 0.7),
  }
}

const day = 86_400

/** A fixed end of all timestamps, so that the same seed generates the same site. */
export const until = Date.UTC(2026, 10, 1) / 1_000
const since = until - 6 * 365 * day

/** In seconds; evenly distributed over the years. */
export function askedAt(scale: Scale, n: number) {
  return Math.floor(since + ((until - since - day) * n) / (scale.questions + 1))
}

/** Creation time of users and tags. */
export const siteCreatedAt = since - day

const timesOfDay = Array.from({ length: day }, (_, second) =>
  new Date(second * 1_000).toISOString().slice(11, 19),
)
const days = new Map<number, string>()

export function dayText(seconds: number) {
  const number = Math.floor(seconds / day)
  const cached = days.get(number)
  if (cached !== undefined) return cached
  const text = new Date(number * day * 1_000).toISOString().slice(0, 10)
  days.set(number, text)
  return text
}

export function timeText(seconds: number) {
  return `${dayText(seconds)} ${timesOfDay[seconds % day]}+00`
}
