import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'
import { MENU_BOX, MENU_ITEM } from './menu-classes.ts'

export type MenuItem =
  | {
      kind?: 'action'
      id: string
      label: string
      icon?: ReactNode
      onSelect: () => void
      danger?: boolean
      disabled?: boolean
      hint?: string
    }
  | { kind: 'link'; id: string; label: string; icon?: ReactNode; href: string }
  | { kind: 'choice'; id: string; label: string; checked: boolean; onSelect: () => void }
  | { kind: 'heading'; id: string; label: string }
  | { kind: 'line'; id: string }

type MenuProps = {
  /** A button with its own label. */
  trigger: ReactNode
  items: MenuItem[]
  align?: 'start' | 'end'
  /** For menus that are loaded on first use. */
  defaultOpen?: boolean
}

function MenuEntry({ item }: { item: MenuItem }) {
  switch (item.kind) {
    case 'line':
      return <Radix.Separator className="mx-2.5 my-1.25 h-px bg-line" />
    case 'heading':
      return (
        <Radix.Label className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-3">
          {item.label}
        </Radix.Label>
      )
    case 'link':
      return (
        <Radix.Item asChild>
          <Link href={item.href} className={MENU_ITEM}>
            <MenuIcon>{item.icon}</MenuIcon>
            {item.label}
          </Link>
        </Radix.Item>
      )
    case 'choice':
      return (
        <Radix.CheckboxItem
          checked={item.checked}
          onSelect={item.onSelect}
          className={classNames(MENU_ITEM, item.checked && 'font-semibold')}
        >
          {item.label}
          <Radix.ItemIndicator className="ms-auto">
            <Check className="icon" aria-hidden="true" />
          </Radix.ItemIndicator>
        </Radix.CheckboxItem>
      )
    default:
      return (
        <Radix.Item
          disabled={item.disabled}
          onSelect={item.onSelect}
          className={classNames(MENU_ITEM, item.danger && 'text-bad')}
        >
          <MenuIcon danger={item.danger}>{item.icon}</MenuIcon>
          <span>
            {item.label}
            {item.hint && <span className="block text-sm text-ink-3">{item.hint}</span>}
          </span>
        </Radix.Item>
      )
  }
}

function MenuIcon({ children, danger }: { children: ReactNode; danger?: boolean }) {
  if (!children) return null
  return <span className={danger ? 'text-bad' : 'text-ink-3'}>{children}</span>
}

export function Menu({ trigger, items, align = 'start', defaultOpen }: MenuProps) {
  return (
    // Not modal: that would lock scrolling with an injected style element, which the CSP blocks.
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={classNames(
            MENU_BOX,
            'max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto',
          )}
        >
          {items.map((item) => (
            <MenuEntry key={item.id} item={item} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
