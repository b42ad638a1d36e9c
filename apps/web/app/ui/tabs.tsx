import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { classNames } from './class-names.ts'
import { Count, CountBubble, type CountTone } from './count.tsx'
import { Link } from './link.tsx'

export type TabItem = {
  href: string
  label: string
  count?: string | undefined
  /** Marks the count as new. */
  countTone?: CountTone | undefined
  current?: boolean
  /** Set when the tab is chosen, to remember the choice. */
  cookie?: string | undefined
}

function remember({ cookie }: TabItem) {
  if (cookie !== undefined) document.cookie = cookie
}

type TabLinksProps = {
  label: string
  items: TabItem[]
  /** Overflow menu; its label is replaced by that of the selected tab. */
  more?: { label: string; items: TabItem[] }
  /** Draws a line below the tabs; `RowListHead` has its own. */
  line?: boolean
}

const TAB =
  'tab relative inline-flex min-h-[max(2.375rem,var(--target))] min-w-6 flex-none items-center gap-1.5 text-md whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-w-target pointer-coarse:justify-center'
const CURRENT =
  'font-semibold text-ink! after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-accent-ink forced-colors:after:bg-[Highlight]'

/** For buttons that look like tabs. */
export const tabClasses = (isCurrent: boolean) => classNames(TAB, isCurrent && CURRENT)

function Tab({ item }: { item: TabItem }) {
  return (
    <Link
      href={item.href}
      keepScroll
      onClick={() => remember(item)}
      aria-current={item.current ? 'page' : undefined}
      className={tabClasses(item.current ?? false)}
    >
      {item.label}
      {item.count && <TabCount text={item.count} tone={item.countTone} />}
    </Link>
  )
}

export function TabCount({ text, tone }: { text: string; tone: CountTone | undefined }) {
  if (tone !== undefined) return <CountBubble text={text} tone={tone} />
  return <Count text={text} className="text-sm font-normal text-ink-3" />
}

/** Tabs as links: the state is in the URL, and they work without scripts. */
export function TabLinks({ label, items, more, line = false }: TabLinksProps) {
  const selected = more?.items.find((item) => item.current)
  return (
    <nav
      aria-label={label}
      className={classNames('flex items-end gap-4 lg:gap-6', line && 'border-b border-line-strong')}
    >
      <div
        className={classNames(
          'scroll-x -ms-page flex min-w-0 gap-4 ps-page md:ms-0 md:ps-0 lg:gap-6',
          more ? 'max-md:tab-fade max-md:pe-5' : '-me-page pe-page md:me-0 md:pe-0',
          line && '-mb-px',
        )}
      >
        {items.map((item) => (
          <Tab key={item.href} item={item} />
        ))}
      </div>
      {more && more.items.length > 0 && (
        <MoreTabs label={selected?.label ?? more.label} items={more.items} current={!!selected} />
      )}
    </nav>
  )
}

type MoreTabsProps = { label: string; items: TabItem[]; current: boolean }

function MoreTabs({ label, items, current }: MoreTabsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const close = () => details.current?.removeAttribute('open')
  return (
    <details
      ref={details}
      className="group relative flex-none"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !details.current?.open) return
        close()
        details.current.querySelector('summary')?.focus()
      }}
    >
      <summary
        className={classNames(
          TAB,
          current && CURRENT,
          'list-none [&::-webkit-details-marker]:hidden',
        )}
      >
        {label}
        <ChevronDown className="icon text-md group-open:rotate-180" aria-hidden="true" />
      </summary>
      <ul className="absolute end-0 z-menu mt-1 min-w-52 rounded-lg border border-line bg-raised p-1.25 text-md shadow-menu">
        {items.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              keepScroll
              onClick={() => {
                remember(item)
                close()
              }}
              aria-current={item.current ? 'page' : undefined}
              className="flex min-h-[max(2.125rem,var(--target))] items-center rounded-md px-2.5 hover:bg-wash-2 aria-[current]:font-semibold"
            >
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
