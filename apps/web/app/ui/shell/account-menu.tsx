import type { ReactNode } from 'react'
import { Avatar } from '../avatar.tsx'
import { Link } from '../link.tsx'
import { MENU_ITEM } from '../menu-classes.ts'
import { MenuSubmit } from '../menu-submit.tsx'

type AccountLink = { href: string; label: string; icon?: ReactNode }

type AccountMenuProps = {
  label: string
  user: { name: string; avatar?: string | null; note?: string }
  links: AccountLink[]
  /** A form, so that it works without scripts. */
  logOut: { action: string; label: string; icon?: ReactNode; fields?: Record<string, string> }
}

const POPOVER_ID = 'account-menu'

/** A native popover with plain links, so that it works before hydration. */
export function AccountMenu({ label, user, links, logOut }: AccountMenuProps) {
  const itemClasses = `${MENU_ITEM} hover:bg-wash-2 focus-visible:bg-wash-2`
  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget={POPOVER_ID}
        title={label}
        className="ms-1 inline-grid size-control place-items-center rounded-full focus-visible:rounded-full"
      >
        <Avatar name={user.name} src={user.avatar} size="md" />
        <span className="sr-only">{label}</span>
      </button>
      <div
        id={POPOVER_ID}
        popover="auto"
        onClick={(event) => {
          if ((event.target as Element).closest('a')) event.currentTarget.hidePopover?.()
        }}
        className="top-popover z-menu w-60 rounded-lg border border-line bg-raised p-1.25 text-md shadow-menu"
      >
        <div className="border-b border-line px-2.5 pt-1.5 pb-2.5">
          <p className="truncate font-semibold" dir="auto">
            {user.name}
          </p>
          {user.note && <p className="text-sm text-ink-3">{user.note}</p>}
        </div>
        <ul className="pt-1.25">
          {links.map((link) => (
            <li key={link.href}>
              <Link href={link.href} className={itemClasses}>
                {link.icon && <span className="text-ink-3">{link.icon}</span>}
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
        <form method="post" action={logOut.action} className="mt-1.25 border-t border-line pt-1.25">
          {Object.entries(logOut.fields ?? {}).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <MenuSubmit icon={logOut.icon}>{logOut.label}</MenuSubmit>
        </form>
      </div>
    </div>
  )
}
