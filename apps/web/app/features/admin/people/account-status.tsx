import type { Account } from '@stoa/contract/features/people'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'

const tones = { normal: 'ok', inactive: 'plain', suspended: 'bad', deleted: 'plain' } as const

type AccountStatusProps = { account: Pick<Account, 'status' | 'suspended_until' | 'email_state'> }

export function AccountStatus({ account }: AccountStatusProps) {
  const t = useTranslate()
  const { date } = useFormats()
  const { status, suspended_until: until, email_state: email } = account
  const isBounced = status === 'normal' && email === 'bounced'
  if (isBounced) return <StatusLabel tone="warn">{t('people.email.bounced')}</StatusLabel>
  return (
    <StatusLabel tone={tones[status]}>
      {status === 'suspended' && until > 0
        ? t('people.suspended_until', { date: date(until) })
        : t(`people.status.${status}`)}
    </StatusLabel>
  )
}
