import type { AttemptOutcome, SignIn } from '@stoa/contract/features/sign-ins'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { accountPath } from './people-query.ts'

const tones = {
  ok: 'ok',
  suspended: 'warn',
  code_required: 'plain',
  wrong_password: 'bad',
  wrong_code: 'bad',
  passkey_refused: 'bad',
  rate_limited: 'bad',
  unknown_account: 'bad',
} as const satisfies Record<AttemptOutcome, string>

export function SignInTable({ attempts }: { attempts: SignIn[] }) {
  const t = useTranslate()
  return (
    <Table
      caption={t('sign_ins.title')}
      rows={attempts}
      rowKey={({ id }) => id}
      columns={useColumns()}
    />
  )
}

function useColumns(): Column<SignIn>[] {
  const t = useTranslate()
  return [
    {
      id: 'user',
      head: t('sign_ins.user'),
      narrow: 'title',
      cell: ({ user }) =>
        user === null ? (
          <span className="text-ink-3">{t('sign_ins.no_user')}</span>
        ) : (
          <TextLink
            tone="quiet"
            href={accountPath(user.id)}
            className="inline-flex min-h-target min-w-target items-center break-words"
          >
            <bdi>{user.display_name}</bdi>
          </TextLink>
        ),
    },
    {
      id: 'outcome',
      head: t('sign_ins.outcome_label'),
      cell: ({ outcome }) => (
        <StatusLabel tone={tones[outcome]}>{t(`sign_ins.outcome.${outcome}`)}</StatusLabel>
      ),
    },
    {
      id: 'method',
      head: t('sign_ins.method_label'),
      cell: ({ method }) => t(`sign_ins.method.${method}`),
    },
    {
      id: 'device',
      head: t('sign_ins.device'),
      cell: (attempt) => <Device attempt={attempt} />,
    },
    {
      id: 'network',
      head: t('sign_ins.network'),
      cell: ({ network }) => (
        <bdi dir="ltr" className="text-sm break-all text-ink-2">
          {network}
        </bdi>
      ),
    },
    {
      id: 'time',
      head: t('sign_ins.time'),
      align: 'end',
      narrow: 'corner',
      cell: ({ at }) => <RelativeTime at={at} />,
    },
  ]
}

function Device({ attempt: { browser, system } }: { attempt: SignIn }) {
  const t = useTranslate()
  const names = [browser, system].filter((name) => name !== '')
  return names.length === 0 ? t('people.unknown_device') : <bdi>{names.join(' · ')}</bdi>
}
