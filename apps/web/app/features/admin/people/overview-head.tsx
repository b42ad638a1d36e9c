import type { UserOverview } from '@stoa/contract/features/user-overview'
import { useState } from 'react'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button } from '../../../ui/button.tsx'
import { type AccountAct, actsFor } from './account-acts.ts'
import { AccountDialog } from './account-dialog.tsx'
import { AccountMenu, actIcons } from './account-menu.tsx'
import { AccountStatus } from './account-status.tsx'
import { peoplePath } from './people-query.ts'

type OverviewHeadProps = { account: UserOverview['account'] }

export function OverviewHead({ account }: OverviewHeadProps) {
  const t = useTranslate()
  const { display_name: name } = account
  return (
    <header>
      <Breadcrumb
        label={t('people.breadcrumb')}
        items={[{ label: t('people.title'), href: peoplePath }, { label: name }]}
      />
      <div className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-3">
        <Avatar name={name} src={account.avatar || null} size="xl" />
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-3">
            <h1 className="font-serif text-2xl leading-[1.25] font-semibold tracking-title break-words">
              <bdi>{name}</bdi>
            </h1>
            <AccountStatus account={account} />
          </div>
          <Facts account={account} />
        </div>
        <Actions account={account} />
      </div>
    </header>
  )
}

function Facts({ account }: OverviewHeadProps) {
  const t = useTranslate()
  const { date, number } = useFormats()
  const { e_mail: email, last_seen_at: seenAt, username } = account
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-3">
      <li>{account.role_name}</li>
      {username !== '' && (
        <li>
          <bdi dir="ltr">@{username}</bdi>
        </li>
      )}
      {email !== '' && (
        <li className="min-w-0 break-all">
          <bdi dir="ltr">{email}</bdi> ({t(`people.email.${account.email_state}`)})
        </li>
      )}
      <li>{t('people.reputation_of', { number: number(account.rank) })}</li>
      <li>{t('people.joined_on', { date: date(account.created_at) })}</li>
      {account.deleted_at > 0 && (
        <li>{t('people.deleted_on', { date: date(account.deleted_at) })}</li>
      )}
      {seenAt > 0 && (
        <li>
          {t('people.seen')} <RelativeTime at={seenAt} />
        </li>
      )}
      <li>{t('people.id', { id: account.user_id })}</li>
      {account.status !== 'deleted' && <li>{t(signInKey(account))}</li>}
    </ul>
  )
}

function signInKey({ has_password: password, passkeys }: UserOverview['account']) {
  if (password && passkeys > 0) return 'people.login_both'
  if (password) return 'people.login_password'
  return passkeys > 0 ? 'people.login_passkey' : 'people.login_none'
}

const buttonActs = ['role', 'suspend', 'unsuspend'] as const satisfies readonly AccountAct[]

function Actions({ account }: OverviewHeadProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const [act, setAct] = useState<AccountAct | null>(null)
  const acts = actsFor(account, viewer?.id)
  const shown = buttonActs.filter((name) => {
    if (name === 'suspend' && account.status === 'suspended') return false
    return acts.includes(name)
  })
  return (
    <div className="flex flex-wrap items-center gap-2">
      {shown.map((name) => {
        const Icon = actIcons[name]
        return (
          <Button
            key={name}
            data-needs-script=""
            icon={<Icon className="icon" aria-hidden="true" />}
            className={name === 'suspend' ? 'text-bad!' : undefined}
            onClick={() => setAct(name)}
          >
            {t(`people.act.${name}`)}
          </Button>
        )
      })}
      <AccountMenu account={account} without={shown} isOnOwnPage onAct={setAct} />
      {act !== null && (
        <AccountDialog act={act} accounts={[account]} onClose={() => setAct(null)} />
      )}
    </div>
  )
}
