import type { Topics } from './live-stream.ts'

/** What changed, without what it is now. */
export type LiveChanges = {
  /** Anything may have changed. */
  isAny: boolean
  /** The counts of the user. */
  hasCounts: boolean
  /** The followed questions that changed, with their answers and comments, and new ones, by their long ids. */
  questions: string[]
  asked: string[]
  /** Those who write an answer to a followed question, as anonymous tokens. */
  writers: string[]
}

export const writing = 'w'

/** The part of a message about these topics, or null. */
export function toChanges(
  codes: readonly string[],
  { questions, lists }: Topics,
): LiveChanges | null {
  const idsOf = (sign: string) =>
    codes.filter((code) => code.startsWith(sign)).map((code) => code.slice(1))
  const changes = {
    isAny: codes.includes('*'),
    hasCounts: codes.includes('n'),
    questions: idsOf('q').filter((id) => questions.includes(id)),
    asked: lists ? idsOf('a') : [],
    writers: idsOf(writing)
      .map((code) => code.split('.'))
      .flatMap(([id = '', writer = '']) => (questions.includes(id) ? [writer] : [])),
  }
  const isEmpty =
    !changes.isAny &&
    !changes.hasCounts &&
    changes.questions.length === 0 &&
    changes.asked.length === 0 &&
    changes.writers.length === 0
  return isEmpty ? null : changes
}
