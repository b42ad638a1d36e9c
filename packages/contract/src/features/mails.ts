import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { code } from './account-fields.ts'

/** What notifications, mails and push messages are about, in the order of the settings. */
export const newsKinds = [
  'answers',
  'comments',
  'changes',
  'decisions',
  'invitations',
  'followed_questions',
  'followed_users',
  'followed_tags',
  'all_questions',
] as const
export type NewsKind = (typeof newsKinds)[number]

/** Kinds that users may turn off in the inbox; then nothing is sent about them either. */
export const mutableKinds = [
  'comments',
  'changes',
  'invitations',
  'followed_questions',
  'followed_users',
] as const satisfies NewsKind[]
export type MutableKind = (typeof mutableKinds)[number]

/** Kinds that may come as push messages. */
export const pushKinds = [
  'answers',
  'comments',
  'changes',
  'invitations',
] as const satisfies NewsKind[]
export type PushKind = (typeof pushKinds)[number]

/** Daily and weekly mails are digests. */
export const mailFrequencies = ['off', 'immediate', 'hourly', 'daily', 'weekly'] as const
export type MailFrequency = (typeof mailFrequencies)[number]
export type SendingFrequency = Exclude<MailFrequency, 'off'>

export type MailFrequencies = Readonly<Record<NewsKind, MailFrequency>>

/** Of users who have chosen nothing. */
export const defaultFrequencies: MailFrequencies = {
  answers: 'immediate',
  comments: 'immediate',
  changes: 'daily',
  decisions: 'daily',
  invitations: 'immediate',
  followed_questions: 'daily',
  followed_users: 'daily',
  followed_tags: 'off',
  all_questions: 'off',
}

/** Of users who have chosen nothing. */
export const defaultPush: readonly PushKind[] = ['answers', 'comments', 'invitations']

type Preset = {
  kinds: MailFrequencies
  muted: readonly MutableKind[]
  push: readonly PushKind[]
}

/** What users choose with one click. */
export const choicePresets = {
  everything: {
    kinds: {
      answers: 'immediate',
      comments: 'immediate',
      changes: 'immediate',
      decisions: 'immediate',
      invitations: 'immediate',
      followed_questions: 'immediate',
      followed_users: 'immediate',
      followed_tags: 'immediate',
      all_questions: 'daily',
    },
    muted: [],
    push: pushKinds,
  },
  concerns_me: { kinds: defaultFrequencies, muted: [], push: defaultPush },
  digest_only: {
    kinds: {
      answers: 'daily',
      comments: 'daily',
      changes: 'daily',
      decisions: 'daily',
      invitations: 'daily',
      followed_questions: 'daily',
      followed_users: 'daily',
      followed_tags: 'weekly',
      all_questions: 'off',
    },
    muted: [],
    push: [],
  },
} as const satisfies Record<string, Preset>
export type PresetName = keyof typeof choicePresets

const frequency = z.enum(mailFrequencies)
const Kinds = z.strictObject({
  answers: frequency,
  comments: frequency,
  changes: frequency,
  decisions: frequency,
  invitations: frequency,
  followed_questions: frequency,
  followed_users: frequency,
  followed_tags: frequency,
  all_questions: frequency,
} satisfies Record<NewsKind, z.ZodType>)

const hour = z.number().int().min(0).max(23)

const choices = {
  /** How often there are emails. */
  kinds: Kinds,
  /** Not in the inbox, and sent in no way. */
  muted: z.array(z.enum(mutableKinds)).max(mutableKinds.length),
  /** Sent to browsers that get push messages. */
  push: z.array(z.enum(pushKinds)).max(pushKinds.length),
  /** Nothing is sent from the first hour to the second, in the time zone of the user. Null for always. */
  quiet_hours: z.strictObject({ from: hour, to: hour }).nullable(),
  /** When digests are sent, and on which day weekly ones: 1 is Monday. */
  digest_hour: hour,
  digest_day: z.number().int().min(1).max(7),
}

export const mailStopCauses = ['bounce', 'complaint'] as const
export type MailStopCause = (typeof mailStopCauses)[number]

export const NotificationChoices = z.object({
  ...choices,
  time_zone: z.string(),
  /** Why nothing is sent to the email of the user. */
  stopped: z
    .object({ cause: z.enum(mailStopCauses), detail: z.string(), time: z.number().int() })
    .nullable(),
  /** The last digest, if there was one in the last days. */
  last_digest: z.object({ time: z.number().int(), items: z.number().int() }).nullable(),
})
export type NotificationChoices = z.output<typeof NotificationChoices>

export const getNotificationChoices = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/notification/choices`,
  access: 'member',
  allowsKeys: true,
  summary:
    'Returns what the caller is notified of, which emails and push messages there are, and when.',
  response: NotificationChoices,
})

export const updateNotificationChoices = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/notification/choices`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary:
    'Sets what the caller is notified of, which emails and push messages there are, and when.',
  input: choices,
  response: z.null(),
})

export const resumeMails = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/notification/mails/resumption`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary: 'Sends emails to the caller again after one could not be delivered.',
  response: z.null(),
})

/** For the mail provider's webhook, or a script that reads the mailbox of bounces. */
export const reportMail = endpoint({
  method: 'POST',
  path: `${apiPrefix}/mail/report`,
  access: 'open',
  summary:
    'Stops emails to an address that bounced or complained. The code is in the header X-Mail-Code and in the return path.',
  input: {
    code,
    cause: z.enum(mailStopCauses),
    detail: z.string().trim().max(500).default(''),
  },
  response: z.null(),
  errors: ['account.code_expired'],
  limits: ['request.address'],
})
