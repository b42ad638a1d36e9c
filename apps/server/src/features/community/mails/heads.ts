import { formatDateWith } from '@stoa/locales/format'
import { toUnix } from '../../../kernel/clock.ts'
import type { Claim } from './claims.actions.ts'
import { type Look, titleOf } from './event-items.tsx'
import type { EventItem } from './items.queries.ts'
import type { QuestionKind } from './mails.rules.ts'
import type { QuestionItem } from './new-questions.queries.ts'
import type { Receiver } from './receivers.queries.ts'

/** What a mail says. */
export type News = {
  events: readonly EventItem[]
  questions: readonly QuestionItem[]
  /** Questions that the mail only counts. */
  more: Readonly<Record<QuestionKind, number>>
}

export type Head = {
  subject: string
  /** Shown beside the subject in lists of mails. */
  preview: string
  heading: string
  intro: string
  /** Why the user gets it. */
  why: string
  /** The question whose conversation it belongs to. */
  thread: string | null
}

/** Mail clients join conversations with equal subjects only, so a mail about one question has its title. */
export function headOfMail(news: News, { t }: Look): Head {
  const { events, questions } = news
  const all = [...events, ...questions]
  const [first] = all
  const thread = threadOf(all)
  const count = t('mails.updates', { count: events.length + countQuestions(news) })
  const [event, question] = [events[0], questions[0]]
  const title = event === undefined ? (question?.title ?? '') : titleOf(event, t)
  return {
    subject: thread === null && all.length > 1 ? count : title,
    preview: first?.excerpt === undefined || first.excerpt === '' ? count : first.excerpt,
    heading: all.length === 1 ? '' : count,
    intro: '',
    why: whyOf(news, t),
    thread,
  }
}

function threadOf(items: readonly { questionId: string | null }[]): string | null {
  const id = items[0]?.questionId ?? null
  return items.every(({ questionId }) => questionId === id) ? id : null
}

const countQuestions = ({ questions, more }: News) =>
  questions.length + more.followed_tags + more.all_questions

/** Empty where each item, or the title of its section, says why. */
function whyOf(news: News, t: Look['t']) {
  const { events, questions } = news
  const [event, question] = [events[0], questions[0]]
  if (event !== undefined)
    return events.length + questions.length === 1 ? t(`notifications.reason.${event.reason}`) : ''
  if (question === undefined || questions.some(({ mail }) => mail !== question.mail)) return ''
  return t(`mails.why.${question.mail}`, { count: countQuestions(news) })
}

type Digest = { claim: Claim; receiver: Receiver; now: Date }

export function headOfDigest(news: News, { t, timeZone }: Look, digest: Digest): Head {
  const { claim, receiver, now } = digest
  const name = receiver.displayName
  const day = formatDateWith(toUnix(now), t.tag, timeZone, { weekday: 'long' })
  const isWeekly = claim.frequency === 'weekly'
  const heading = isWeekly ? t('mails.week', { name }) : t('mails.day', { name, day })
  const summary = t('mails.summary', {
    updates: news.events.length,
    questions: countQuestions(news),
  })
  return {
    subject: heading,
    preview: summary,
    heading,
    intro: summary,
    why: t(isWeekly ? 'mails.why.weekly' : 'mails.why.daily'),
    thread: null,
  }
}
