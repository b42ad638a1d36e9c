import { roles } from '@stoa/contract/access'
import type { Account, AccountOrder } from '@stoa/contract/features/people'
import { useState } from 'react'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type AccountAct, actsFor, bulkActs } from './account-acts.ts'
import { AccountDialog } from './account-dialog.tsx'
import { AccountMenu, actIcons } from './account-menu.tsx'
import { AccountStatus } from './account-status.tsx'
import { type PeopleFilters, accountPath, toSortHref } from './people-query.ts'

type PeopleTableProps = { accounts: Account[]; filters: PeopleFilters }
type OpenDialog = { act: AccountAct; accounts: readonly Account[] }

export function PeopleTable({ accounts, filters }: PeopleTableProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { number } = useFormats()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const columns = useColumns(filters, (act, account) => setDialog({ act, accounts: [account] }))
  const selected = accounts.filter((account) => keys.has(account.user_id))
  const changeable = selected.filter((account) => actsFor(account, viewer?.id).length > 0)
  return (
    <>
      <Table
        caption={t('people.title')}
        rows={accounts}
        rowKey={({ user_id }) => user_id}
        columns={columns}
        selection={{
          keys,
          onChange: setKeys,
          rowLabel: ({ display_name: name }) => t('people.select', { name }),
          allLabel: t('people.select_all'),
        }}
      />
      {selected.length > 0 && (
        <BulkBar
          text={t('people.selected', { count: selected.length, number: number(selected.length) })}
          label={t('people.selection')}
          clearLabel={t('people.clear_selection')}
          onClear={() => setKeys(new Set())}
          actions={(changeable.length === 0 ? [] : bulkActs).map((act) => {
            const Icon = actIcons[act]
            return {
              id: act,
              label: t(`people.act.${act}`),
              icon: <Icon className="icon" aria-hidden="true" />,
              danger: act === 'delete',
              onSelect: () => setDialog({ act, accounts: changeable }),
            }
          })}
        />
      )}
      {dialog !== null && (
        <AccountDialog
          {...dialog}
          onClose={() => {
            setDialog(null)
            if (dialog.accounts.length > 1) setKeys(new Set())
          }}
        />
      )}
    </>
  )
}

function useColumns(
  filters: PeopleFilters,
  onAct: (act: AccountAct, account: Account) => void,
): Column<Account>[] {
  const t = useTranslate()
  const { number, date } = useFormats()
  const sortable = (order: AccountOrder) => ({
    sortHref: toSortHref(filters, order),
    ...((filters.order ?? 'joined') === order && {
      sorted: filters.direction === 'asc' ? ('ascending' as const) : ('descending' as const),
    }),
  })
  const quiet = (text: React.ReactNode) => (
    <span className="text-sm whitespace-nowrap text-ink-3">{text}</span>
  )
  return [
    {
      id: 'user',
      head: t('people.user'),
      narrow: 'title',
      cell: (account) => <AccountName account={account} />,
    },
    {
      id: 'role',
      head: t('people.role_label'),
      cell: ({ role_id, role_name }) =>
        role_id === roles.user ? (
          <span className="text-ink-2 max-md:hidden">{role_name}</span>
        ) : (
          <span className="font-medium text-accent-ink">{role_name}</span>
        ),
    },
    {
      id: 'status',
      head: t('people.status_label'),
      cell: (account) => <AccountStatus account={account} />,
    },
    {
      id: 'reputation',
      head: t('people.reputation'),
      align: 'end',
      narrow: 'hidden',
      ...sortable('reputation'),
      cell: ({ rank }) => <span className="numeral">{number(rank)}</span>,
    },
    {
      id: 'posts',
      head: t('people.posts'),
      align: 'end',
      narrow: 'hidden',
      ...sortable('posts'),
      cell: ({ question_count, answer_count }) => (
        <span className="numeral">{number(question_count + answer_count)}</span>
      ),
    },
    {
      id: 'joined',
      head: t('people.joined'),
      narrow: 'hidden',
      ...sortable('joined'),
      cell: ({ created_at }) => quiet(date(created_at)),
    },
    {
      id: 'seen',
      head: t('people.seen'),
      narrow: 'hidden',
      ...sortable('seen'),
      cell: ({ last_seen_at: at }) => quiet(at === 0 ? '–' : <RelativeTime at={at} />),
    },
    {
      id: 'menu',
      head: t('people.actions'),
      hideHead: true,
      align: 'end',
      narrow: 'corner',
      cell: (account) => <AccountMenu account={account} onAct={(act) => onAct(act, account)} />,
    },
  ]
}

function AccountName({ account }: { account: Account }) {
  const { display_name: name, avatar, e_mail: email } = account
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} src={avatar || null} size="md" />
      <div className="min-w-0 leading-[1.4]">
        <Link
          href={accountPath(account.user_id)}
          className="hit font-semibold text-ink hover:text-accent-ink"
        >
          <bdi className="break-words">{name}</bdi>
        </Link>
        {email !== '' && (
          <div
            dir="ltr"
            title={email}
            className="max-w-64 truncate text-start text-sm text-ink-3 max-md:max-w-56"
          >
            {email}
          </div>
        )}
      </div>
    </div>
  )
}
