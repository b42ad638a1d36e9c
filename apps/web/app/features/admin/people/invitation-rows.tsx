import { roles } from '@stoa/contract/access'
import { type Invitation, revokeInvitation } from '@stoa/contract/features/invitations'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Table } from '../../../ui/table.tsx'
import { TextButton } from '../../../ui/text-button.tsx'

const tones = { open: 'ok', used: 'plain', expired: 'plain', revoked: 'bad' } as const

export function InvitationRows({ invitations }: { invitations: Invitation[] }) {
  const t = useTranslate()
  const { number, date } = useFormats()
  const quiet = (text: React.ReactNode) => (
    <span className="text-sm whitespace-nowrap text-ink-3">{text}</span>
  )
  return (
    <Table
      caption={t('people.invitations')}
      rows={invitations}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'for',
          head: t('people.invitation_for'),
          narrow: 'title',
          cell: ({ e_mail: email }) =>
            email === '' ? (
              t('people.anyone')
            ) : (
              <bdi dir="ltr" className="break-all">
                {email}
              </bdi>
            ),
        },
        {
          id: 'role',
          head: t('people.role_label'),
          cell: ({ role_id: role }) => t(role === roles.moderator ? 'role.moderator' : 'role.user'),
        },
        {
          id: 'state',
          head: t('people.state'),
          cell: ({ state }) => (
            <StatusLabel tone={tones[state]}>{t(`people.invitation_state.${state}`)}</StatusLabel>
          ),
        },
        {
          id: 'uses',
          head: t('people.uses'),
          align: 'end',
          cell: ({ uses, max_uses: max }) => (
            <span className="numeral">
              {t('people.of', { part: number(uses), all: number(max) })}
            </span>
          ),
        },
        {
          id: 'expires',
          head: t('people.expires'),
          cell: ({ expires_at: at }) => quiet(date(at)),
        },
        {
          id: 'created',
          head: t('people.created'),
          cell: ({ created_at: at, created_by: user }) =>
            quiet(
              <>
                <bdi>{user.display_name}</bdi> · <RelativeTime at={at} />
              </>,
            ),
        },
        {
          id: 'action',
          head: t('people.actions'),
          hideHead: true,
          align: 'end',
          narrow: 'corner',
          cell: ({ id, state }) => state === 'open' && <RevokeButton id={id} />,
        },
      ]}
    />
  )
}

function RevokeButton({ id }: { id: string }) {
  const t = useTranslate()
  const { run } = useMutation({
    send: (call) => call(revokeInvitation, { id }),
    successToast: () => ({ text: t('people.revoked'), tone: 'ok' }),
    revalidates: true,
  })
  return (
    <TextButton data-needs-script="" onClick={() => void run()}>
      {t('people.revoke')}
    </TextButton>
  )
}
