import {
  defaultFrequencies,
  type MailFrequencies,
  mailFrequencies,
  type MailFrequency,
  type NewsKind,
  newsKinds,
  type SendingFrequency,
} from '@stoa/contract/features/mails'

/** Kinds about new questions, which have no notification. */
export const questionKinds = ['followed_tags', 'all_questions'] as const satisfies NewsKind[]
export type QuestionKind = (typeof questionKinds)[number]

export function isQuestionKind(kind: NewsKind): kind is QuestionKind {
  return (questionKinds as readonly NewsKind[]).includes(kind)
}

/** All kinds that follow the inbox. */
export const inboxKinds = newsKinds.filter(
  (kind): kind is Exclude<NewsKind, QuestionKind> => !isQuestionKind(kind),
)

/** What the three columns of `users` and the row of settings say together. */
export type Choices = {
  mailsInbox: boolean
  mailsFollowedTags: boolean
  mailsAllQuestions: boolean
  muted: readonly NewsKind[]
  /** Null for users who have chosen nothing. */
  frequencies: MailFrequencies | null
}

export function frequencyOf(kind: NewsKind, choices: Choices): MailFrequency {
  const isOn = {
    followed_tags: choices.mailsFollowedTags,
    all_questions: choices.mailsAllQuestions,
  }
  const isEnabled = isQuestionKind(kind) ? isOn[kind] : choices.mailsInbox
  if (!isEnabled || choices.muted.includes(kind)) return 'off'
  if (choices.frequencies !== null) return choices.frequencies[kind]
  return isQuestionKind(kind) ? 'immediate' : defaultFrequencies[kind]
}

/** Mails about all new questions that a user gets at most, as a week has days. */
export const maxAllQuestions = { mails: 50, days: 7 } as const

type DueRow = { subjectId: string; kind: NewsKind }
type Situation = { frequency: SendingFrequency; choices: Choices; isOverLimit: boolean }

/** What this mail says, what is dropped, and what another mail says, as the user wants it now. */
export function planDue(rows: readonly DueRow[], situation: Situation) {
  const { frequency, choices, isOverLimit } = situation
  const plan = {
    sent: [] as string[],
    dropped: [] as string[],
    moved: new Map<SendingFrequency, string[]>(),
  }
  for (const { subjectId, kind } of rows) {
    const chosen = frequencyOf(kind, choices)
    if (chosen === 'off') {
      plan.dropped.push(subjectId)
      continue
    }
    // What waits for a digest because there were too many mails stays there.
    const wanted = order.indexOf(chosen) > order.indexOf(frequency) ? chosen : frequency
    const allowed = isOverLimit && !isDigest(wanted) ? 'daily' : wanted
    if (allowed === frequency) plan.sent.push(subjectId)
    else plan.moved.set(allowed, [...(plan.moved.get(allowed) ?? []), subjectId])
  }
  return plan
}

const order: readonly MailFrequency[] = mailFrequencies

export const isDigest = (frequency: MailFrequency) =>
  frequency === 'daily' || frequency === 'weekly'

/** A mail should be read to its end. */
const maxOfKind = 10

export type FoundQuestions<Item> = Record<QuestionKind, { items: readonly Item[]; total: number }>

/** The first questions of each kind, and how many more there are. */
export function limitQuestions<Item>(found: FoundQuestions<Item>, questionsLeft: number) {
  const limit = (kind: QuestionKind, max: number) => {
    const { items, total } = found[kind]
    const shown = items.slice(0, max)
    return { shown, more: shown.length === 0 ? 0 : total - shown.length }
  }
  const tagged = limit('followed_tags', maxOfKind)
  const others = limit('all_questions', Math.min(maxOfKind, questionsLeft))
  return {
    questions: [...tagged.shown, ...others.shown],
    more: { followed_tags: tagged.more, all_questions: others.more },
  }
}

/** What the SMTP server said, as nodemailer reports it. */
type SmtpError = { command?: string; responseCode?: number; response?: string }

/** The server rejected this receiver, and may accept others. */
export const isOfReceiver = ({ command }: SmtpError) => command === 'RCPT TO'

/** Nothing will ever reach the address: it does not exist. Other permanent errors are about the sender or the site. */
export function isAddressRejected(error: SmtpError): boolean {
  const { responseCode = 0, response = '' } = error
  if (!isOfReceiver(error) || responseCode < 500) return false
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (enhanced === undefined) return [550, 551, 553].includes(responseCode)
  return enhanced === '5.2.1' || (enhanced.startsWith('5.1.') && !senderCodes.includes(enhanced))
}

/** Of the same class, but about the address of the sender. */
const senderCodes = ['5.1.7', '5.1.8']
