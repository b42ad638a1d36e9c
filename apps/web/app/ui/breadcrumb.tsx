import { ChevronRight } from 'lucide-react'
import { Link } from './link.tsx'

type BreadcrumbProps = {
  label: string
  /** The last item is the current page, without a link. */
  items: { label: string; href?: string }[]
}

export function Breadcrumb({ label, items }: BreadcrumbProps) {
  return (
    <nav aria-label={label} className="text-sm text-ink-3">
      <ol className="flex flex-wrap items-center gap-x-1">
        {items.map((item, i) => (
          <li key={item.href ?? item.label} className="inline-flex min-h-target items-center gap-1">
            {i > 0 && <ChevronRight className="icon text-sm rtl:-scale-x-100" aria-hidden="true" />}
            {item.href ? (
              <Link href={item.href} className="hit hover:text-ink">
                {item.label}
              </Link>
            ) : (
              <span aria-current="page" className="text-ink-2">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
