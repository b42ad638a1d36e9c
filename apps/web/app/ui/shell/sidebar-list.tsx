import { Check } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { Count } from '../count.tsx'
import { Link } from '../link.tsx'

type SidebarItem = {
  href: string
  title: string
  /** The score as displayed. */
  number?: string
  /** Under the title: "14 answers". */
  note?: string
  /** Has an accepted answer: shown in green with a check. */
  done?: boolean
}

export function SidebarList({ label, items }: { label: string; items: SidebarItem[] }) {
  return (
    <ol aria-label={label}>
      {items.map((item) => (
        <li key={item.href} className="border-b border-line last:border-0">
          <Link
            href={item.href}
            className={classNames(
              'grid min-h-target items-baseline gap-x-2 py-2.25 text-sm leading-[1.4] hover:text-accent-ink',
              item.number && 'grid-cols-[2.125rem_minmax(0,1fr)]',
            )}
          >
            {item.number && (
              <Count
                text={item.number}
                className={classNames(
                  'font-semibold',
                  item.done && !item.note ? 'text-ok' : 'text-ink-3',
                )}
              />
            )}
            <span className="min-w-0 text-pretty" dir="auto">
              <span className="line-clamp-3">{item.title}</span>
              {item.note && (
                <small
                  className={classNames(
                    'mt-0.5 flex items-center gap-0.75 text-xs',
                    item.done ? 'font-medium text-ok' : 'text-ink-3',
                  )}
                >
                  {item.done && <Check className="icon stroke-[2.75]" aria-hidden="true" />}
                  {item.note}
                </small>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
