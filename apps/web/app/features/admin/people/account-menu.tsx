import type { Account } from '@stoa/contract/features/people'
import {
  Ban,
  CircleCheck,
  Ellipsis,
  KeyRound,
  type LucideIcon,
  Mail,
  MailWarning,
  Pencil,
  Trash,
  UserCog,
} from 'lucide-react'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { type AccountAct, actsFor } from './account-acts.ts'
import { accountPath } from './people-query.ts'

export const actIcons: Record<AccountAct, LucideIcon> = {
  role: UserCog,
  profile: Pencil,
  password: KeyRound,
  activation: Mail,
  suspend: Ban,
  unsuspend: CircleCheck,
  deactivate: MailWarning,
  delete: Trash,
}

type AccountMenuProps = {
  account: Account
  /** Those that have buttons of their own are left out. */
  without?: readonly AccountAct[]
  isOnOwnPage?: boolean
  onAct: (act: AccountAct) => void
}

export function AccountMenu({
  account,
  without = [],
  isOnOwnPage = false,
  onAct,
}: AccountMenuProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const acts = actsFor(account, viewer?.id).filter((act) => !without.includes(act))
  const items: MenuItem[] = [
    ...(isOnOwnPage
      ? []
      : [
          {
            kind: 'link' as const,
            id: 'open',
            label: t('people.open'),
            href: accountPath(account.user_id),
          },
        ]),
    ...(account.username === ''
      ? []
      : [
          {
            kind: 'link' as const,
            id: 'profile_page',
            label: t('people.public_profile'),
            href: userPath(account.username),
          },
        ]),
    ...(acts.length === 0 ? [] : [{ kind: 'line' as const, id: 'line' }]),
    ...acts.map((act) => {
      const Icon = actIcons[act]
      return {
        id: act,
        label: t(`people.act.${act}`),
        icon: <Icon className="icon" aria-hidden="true" />,
        danger: act === 'delete',
        onSelect: () => onAct(act),
      }
    }),
  ]
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          data-needs-script=""
          label={t('people.menu', { name: account.display_name })}
          icon={<Ellipsis className="icon" aria-hidden="true" />}
        />
      }
      items={items}
    />
  )
}
