import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'

type FigureBlockProps = {
  title: string
  /** The number that the section is about, and others beside it. */
  figures: { value: string; note: string }[]
  /** What can be done about it. */
  action?: { href: string; label: string } | undefined
  /** The value of the period before. */
  before?: string | undefined
  children?: ReactNode
}

export function FigureBlock({ title, figures, action, before, children }: FigureBlockProps) {
  return (
    <Section title={title}>
      <p className="mb-3 flex flex-wrap items-baseline gap-x-5 gap-y-1">
        {figures.map(({ value, note }) => (
          <span key={note} className="inline-flex items-baseline gap-2">
            <b className="numeral font-numeral text-2xl font-semibold tracking-head">{value}</b>
            <span className="text-sm text-ink-3">{note}</span>
          </span>
        ))}
      </p>
      {children}
      {(action ?? before) && (
        <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
          {action && (
            <Link
              href={action.href}
              className="inline-flex min-h-target items-center gap-1.5 text-accent-ink hover:underline"
            >
              {action.label}
              <ArrowRight className="icon rtl:-scale-x-100" aria-hidden="true" />
            </Link>
          )}
          {before && <span className="text-ink-3">{before}</span>}
        </p>
      )}
    </Section>
  )
}
