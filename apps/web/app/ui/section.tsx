import type { ReactNode } from 'react'
import { useId } from 'react'
import { classNames } from './class-names.ts'

type SectionProps = {
  title: string
  aside?: ReactNode
  size?: 'sm' | 'md'
  children: ReactNode
}

const SIZE = { sm: 'text-base', md: 'text-lg' }

export function Section({ title, aside, size = 'md', children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <header className="section-rule flex items-baseline justify-between gap-4 pt-2.25 pb-1.5">
        <h2 id={id} className={classNames('font-serif leading-title font-semibold', SIZE[size])}>
          {title}
        </h2>
        {aside && (
          <div className="text-sm text-ink-3 [&_a]:hit [&_a:hover]:text-accent-ink">{aside}</div>
        )}
      </header>
      {children}
    </section>
  )
}

type PageHeadProps = {
  title: ReactNode
  /** Beside the title: "12,480 questions". */
  note?: ReactNode
  end?: ReactNode
}

export function PageHead({ title, note, end }: PageHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h1 className="font-serif text-2xl leading-[1.25] font-semibold tracking-title break-words">
          {title}
        </h1>
        {note && <p className="text-sm text-ink-3">{note}</p>}
      </div>
      {/* A search has a line of its own on phones, whatever the width of the title. */}
      {end && (
        <div className="ms-auto flex flex-wrap items-center justify-end gap-2 max-md:has-[form]:w-full">
          {end}
        </div>
      )}
    </div>
  )
}
