import type { ReactNode } from 'react'
import { Link } from '../link.tsx'

type FooterProps = {
  /** Copyright: "Stoa © 2026". */
  line: string
  links: { href: string; label: string }[]
  label: string
  end?: ReactNode
}

export function Footer({ line, links, label, end }: FooterProps) {
  return (
    <footer className="border-t border-line text-sm text-ink-3">
      <div className="shell flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <p dir="auto">{line}</p>
        <nav aria-label={label} className="flex flex-wrap items-center gap-x-5 gap-y-1">
          {links.map((link) => (
            <Link key={link.href} href={link.href} className="hit hover:text-ink">
              {link.label}
            </Link>
          ))}
          {end}
        </nav>
      </div>
    </footer>
  )
}
