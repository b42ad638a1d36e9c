import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { CountBubble, type CountTone } from '../count.tsx'
import { IconButton } from '../icon-button.tsx'
import { Link } from '../link.tsx'

export type NavItem = {
  href: string
  label: string
  icon: ReactNode
  current?: boolean
  /** `label` is for screen readers. */
  count?: { text: string; label: string; tone?: CountTone }
}

type SideNavProps = {
  id: string
  label: string
  /** Above the links, such as a search field. */
  top?: ReactNode
  groups: { heading?: string; items: NavItem[] }[]
  /** Below the links. */
  end?: ReactNode
  /** Shown in the drawer only: above and below the links. */
  drawer?: { head: ReactNode; foot: ReactNode; closeLabel: string }
}

/** A sticky column; on narrow screens a drawer opened by the header. */
export function SideNav({ id, label, top, groups, end, drawer }: SideNavProps) {
  return (
    <nav
      id={id}
      popover="auto"
      aria-label={label}
      className="side-nav"
      onClick={(event) => {
        if ((event.target as Element).closest('a')) event.currentTarget.hidePopover?.()
      }}
    >
      {drawer && (
        <div className="mb-3 flex items-center justify-between md:hidden">
          {drawer.head}
          <IconButton
            popoverTarget={id}
            popoverTargetAction="hide"
            label={drawer.closeLabel}
            icon={<X className="icon" aria-hidden="true" />}
            className="-me-2.25"
          />
        </div>
      )}
      {top}
      {groups.map((group, i) => (
        <div key={group.heading ?? i} className={i > 0 && !group.heading ? 'mt-6' : undefined}>
          {group.heading && (
            <h2 className="mt-6 mb-1 text-xs font-medium text-ink-3">{group.heading}</h2>
          )}
          <ul>
            {group.items.map((item) => (
              <li key={item.href}>
                <NavLink item={item} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {end}
      {drawer && (
        <div className="mt-5 grid gap-4 border-t border-line pt-5 text-sm text-ink-3 md:hidden">
          {drawer.foot}
        </div>
      )}
    </nav>
  )
}

function NavLink({ item }: { item: NavItem }) {
  return (
    <Link
      href={item.href}
      aria-current={item.current ? 'page' : undefined}
      className="side-link flex min-h-[max(2.125rem,var(--target))] items-center gap-2.75 rounded-sm text-md text-ink-2 hover:text-ink [&_svg]:text-base [&_svg]:text-ink-3 hover:[&_svg]:text-ink"
    >
      {item.icon}
      <span className="min-w-0 py-1">{item.label}</span>
      {item.count && (
        <span className="ms-auto">
          <CountBubble tone="tint" {...item.count} />
        </span>
      )}
    </Link>
  )
}
