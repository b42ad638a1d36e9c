import { formatDateWith } from '@stoa/locales/format'
import { toUnix } from '../../../kernel/clock.ts'
import type { Claim } from './claims.actions.ts'
import { type Look, titleOf } from './event-items.tsx'
import type { EventItem } from './items.queries.ts'
import type { QuestionItem } from './new-questions.queries.ts'
import type { Receiver } from './receivers.queries.ts'

/** What a mail says. */
export type News = { events: readonly EventItem[]; questions: readonly QuestionItem[] }

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
export function headOfMail({ events, questions }: News, { t }: Look): Head {
  const all = [...events, ...questions]
  const [first] = all
  const thread = threadOf(all)
  const count = t('mails.updates', { count: all.length })
  const [event, question] = [events[0], questions[0]]
  const title = event === undefined ? (question?.title ?? '') : titleOf(event, t)
  return {
    subject: thread === null && all.length > 1 ? count : title,
    preview: first?.excerpt === undefined || first.excerpt === '' ? count : first.excerpt,
    heading: all.length === 1 ? '' : count,
    intro: '',
    why: all.length === 1 ? whyOf(event, question, t) : '',
    thread,
  }
}

function threadOf(items: readonly { questionId: string | null }[]): string | null {
  const id = items[0]?.questionId ?? null
  return items.every(({ questionId }) => questionId === id) ? id : null
}

function whyOf(event: EventItem | undefined, question: QuestionItem | undefined, t: Look['t']) {
  if (event !== undefined) return t(`notifications.reason.${event.reason}`)
  return question === undefined ? '' : t(`mails.why.${question.mail}`)
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
    questions: news.questions.length,
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
