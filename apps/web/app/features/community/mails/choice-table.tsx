import {
  mailFrequencies,
  mutableKinds,
  type NewsKind,
  type NotificationChoices,
  pushKinds,
} from '@stoa/contract/features/mails'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Matrix, type MatrixRow } from '../../../ui/matrix.tsx'
import { Select } from '../../../ui/select.tsx'
import { inboxField, isOneOf, pushField } from './choices-form.ts'

const groups = [
  { name: 'mine', kinds: ['answers', 'comments', 'changes', 'decisions'] },
  {
    name: 'followed',
    kinds: [
      'invitations',
      'followed_questions',
      'followed_users',
      'followed_tags',
      'all_questions',
    ],
  },
] as const satisfies { name: string; kinds: NewsKind[] }[]

/** Those of new questions. */
const kindsWithoutNotification: readonly NewsKind[] = ['followed_tags', 'all_questions']

type Choices = Pick<NotificationChoices, 'kinds' | 'muted' | 'push'>

/** What happens, and how the user hears of it. */
export function ChoiceTable({ choices }: { choices: Choices }) {
  const t = useTranslate()
  const [always, never] = [t('notify.always'), t('notify.never')]
  const inboxCell = (kind: NewsKind) => {
    if (kindsWithoutNotification.includes(kind)) return never
    if (!isOneOf(mutableKinds, kind)) return always
    const label = t('notify.inbox_for', { kind: t(`notify.kind.${kind}`) })
    const isOn = !choices.muted.includes(kind)
    return <Cell key="inbox" name={inboxField(kind)} label={label} isOn={isOn} />
  }
  const pushCell = (kind: NewsKind) => {
    if (!isOneOf(pushKinds, kind)) return never
    const label = t('notify.push_for', { kind: t(`notify.kind.${kind}`) })
    return (
      <Cell key="push" name={pushField(kind)} label={label} isOn={choices.push.includes(kind)} />
    )
  }
  const toRow = (kind: NewsKind): MatrixRow => ({
    id: kind,
    title: t(`notify.kind.${kind}`),
    hint: t(`notify.hint.${kind}`),
    cells: [
      inboxCell(kind),
      <FrequencySelect key="email" kind={kind} chosen={choices.kinds[kind]} />,
      pushCell(kind),
    ],
  })
  const security: MatrixRow = {
    id: 'security',
    title: t('notify.security'),
    hint: t('notify.security_hint'),
    cells: [never, always, never],
  }
  const columns = ['what', 'inbox', 'email', 'push'] as const
  return (
    <Matrix
      caption={t('settings.notify')}
      columns={columns.map((column) => t(`notify.column.${column}`))}
      groups={[
        ...groups.map((group) => ({
          title: t(`notify.group.${group.name}`),
          rows: group.kinds.map(toRow),
        })),
        { title: t('notify.group.account'), rows: [security] },
      ]}
    />
  )
}

function Cell({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return <Checkbox name={name} label={label} hideLabel defaultChecked={isOn} />
}

function FrequencySelect({ kind, chosen }: { kind: NewsKind; chosen: string }) {
  const t = useTranslate()
  return (
    <Select
      name={kind}
      aria-label={t('notify.email_for', { kind: t(`notify.kind.${kind}`) })}
      defaultValue={chosen}
      options={mailFrequencies.map((frequency) => ({
        value: frequency,
        label: t(`notify.frequency.${frequency}`),
      }))}
    />
  )
}
