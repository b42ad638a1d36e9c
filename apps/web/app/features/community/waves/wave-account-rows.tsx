import { changeWaveAccount, type WaveAccount, type WaveState } from '@stoa/contract/features/waves'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Table } from '../../../ui/table.tsx'
import { UserLine } from '../../../ui/user-card.tsx'
import { useUserSummary } from '../../people/users/use-user-summary.ts'
import { useWaveFormats } from './use-wave-formats.ts'

type AccountRowsProps = { waveId: string; state: WaveState; accounts: WaveAccount[] }

export function WaveAccountRows({ waveId, state, accounts }: AccountRowsProps) {
  const t = useTranslate()
  const toSummary = useUserSummary()
  const { posts } = useWaveFormats()
  return (
    <Table
      caption={t('waves.accounts_title')}
      rows={accounts}
      rowKey={({ user_info: user }) => user.id}
      columns={[
        {
          id: 'user',
          head: t('waves.accounts'),
          narrow: 'title',
          cell: ({ user_info: user }) => <UserLine user={toSummary(user)} />,
        },
        {
          id: 'joined',
          head: t('waves.joined'),
          cell: ({ created_at: at }) => <RelativeTime at={at} />,
        },
        { id: 'posts', head: t('waves.posts'), cell: ({ posts: count }) => posts(count) },
        { id: 'status', head: t('waves.status'), cell: (account) => t(statusOf(account)) },
        {
          id: 'action',
          head: t('waves.action'),
          hideHead: true,
          align: 'end',
          narrow: 'corner',
          cell: (account) => state === 'open' && <ChangeButton waveId={waveId} account={account} />,
        },
      ]}
    />
  )
}

function statusOf({ is_suspended: isSuspended, is_left_out: isLeftOut }: WaveAccount) {
  if (isSuspended) return 'waves.suspended'
  return isLeftOut ? 'waves.post_state.left_out' : 'waves.included'
}

function ChangeButton({ waveId, account }: { waveId: string; account: WaveAccount }) {
  const t = useTranslate()
  const { user_info: user, is_left_out: isLeftOut } = account
  const { run, isSending } = useMutation<boolean>({
    send: (call, leftOut) =>
      call(changeWaveAccount, { id: waveId, user_id: user.id, is_left_out: leftOut }),
    successToast: (leftOut) => ({
      text: t(leftOut ? 'waves.left_out_toast' : 'waves.included_toast'),
      tone: 'ok',
    }),
    revalidates: true,
  })
  return (
    <Button size="sm" loading={isSending} onClick={() => void run(!isLeftOut)}>
      {t(isLeftOut ? 'waves.include' : 'waves.leave_out')}
      <span className="sr-only">{user.display_name}</span>
    </Button>
  )
}
