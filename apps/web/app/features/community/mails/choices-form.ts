import {
  choicePresets,
  type MailFrequencies,
  mailFrequencies,
  mutableKinds,
  type MutableKind,
  newsKinds,
  type PresetName,
  pushKinds,
  type PushKind,
  updateNotificationChoices,
} from '@stoa/contract/features/mails'
import type { FormSpec, FormValues } from '../../../kernel/form-spec.ts'

const otherFields = [
  'preset',
  'quiet',
  'quiet_from',
  'quiet_to',
  'digest_hour',
  'digest_day',
  'intent',
] as const

/** Browsers omit checkboxes that are off. */
export const inboxField = <K extends MutableKind>(kind: K) => `inbox_${kind}` as const
export const pushField = <K extends PushKind>(kind: K) => `push_${kind}` as const

type ChoiceField =
  | (typeof newsKinds)[number]
  | `inbox_${MutableKind}`
  | `push_${PushKind}`
  | (typeof otherFields)[number]

/** What the button sends that turns everything off. */
export const noMails = 'none'

/** A preset button sends its name and replaces what is chosen in the table. */
export const choicesForm = {
  fields: [
    ...newsKinds,
    ...mutableKinds.map(inboxField),
    ...pushKinds.map(pushField),
    ...otherFields,
  ],
  schema: updateNotificationChoices.input,
  toInput: (values) => ({
    ...toChoices(values),
    quiet_hours:
      values.quiet === 'on'
        ? { from: Number(values.quiet_from), to: Number(values.quiet_to) }
        : null,
    digest_hour: toNumber(values.digest_hour, 8),
    digest_day: toNumber(values.digest_day, 1),
  }),
} satisfies FormSpec<ChoiceField>

function toChoices(values: FormValues<ChoiceField>) {
  const { preset } = values
  if (isPreset(preset)) {
    const { kinds, muted, push } = choicePresets[preset]
    return { kinds, muted: [...muted], push: [...push] }
  }
  return {
    kinds: toKinds(values),
    muted: mutableKinds.filter((kind) => values[inboxField(kind)] !== 'on'),
    push: pushKinds.filter((kind) => values[pushField(kind)] === 'on'),
  }
}

function toKinds(values: FormValues<ChoiceField>): MailFrequencies {
  const entries = newsKinds.map((kind) => {
    const chosen = mailFrequencies.find((frequency) => frequency === values[kind])
    return [kind, values.preset === noMails ? 'off' : (chosen ?? 'off')]
  })
  return Object.fromEntries(entries) as MailFrequencies
}

function isPreset(name: string | undefined): name is PresetName {
  return name !== undefined && Object.hasOwn(choicePresets, name)
}

export function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name)
}

/** Before the browser has read the form, there are no values. */
function toNumber(text: string | undefined, otherwise: number) {
  return text === undefined || text === '' ? otherwise : Number(text)
}
