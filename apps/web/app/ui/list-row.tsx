import type { ReactNode } from 'react'
import { Check } from 'lucide-react'
import { Link } from './link.tsx'
import { classNames } from './class-names.ts'

export type RowStat = {
  /** Column heading: "Votes". */
  label: string
  value: string
  /** Shown beside the number on narrow screens: "votes". */
  unit: string
  /** `done` is a green pill with a check; explain it in `note`. */
  tone?: 'strong' | 'plain' | 'faint' | 'done'
  note?: string
}

type ListRowProps = {
  href: string
  title: string
  /** After the title: "closed". */
  state?: string
  excerpt?: string
  stats?: RowStat[]
  /** Start of the meta line: a label, the tags. */
  start?: ReactNode
  author?: ReactNode
  /** End of the meta line: "asked 2 hours ago". */
  time?: ReactNode
  headingLevel?: 2 | 3
  isDimmed?: boolean
  /** Name of the mark of a new row. `platform/boot/loader.js` shows it if the time of the row is after the last visit. */
  newMark?: string
}

const STAT_TONE = {
  strong: 'font-semibold text-ink',
  plain: 'text-ink-2',
  faint: 'text-ink-3',
  done: 'row-done',
}

function Stats({ stats }: { stats: RowStat[] }) {
  return (
    <dl className="row-stats numeral">
      {stats.map(({ label, value, unit, tone = 'plain', note }) => (
        <div key={label}>
          <dt className="sr-only">{label}</dt>
          <dd className={classNames('inline-flex items-center gap-1', STAT_TONE[tone])}>
            {tone === 'done' && <Check className="icon text-sm stroke-[2.75]" aria-hidden="true" />}
            <span dir="ltr">{value}</span>
            <span className="row-unit" aria-hidden="true">
              {unit}
            </span>
            {note && <span className="sr-only">, {note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Rows have a constant height; a long title takes the line of the excerpt. */
export function ListRow(props: ListRowProps) {
  const {
    href,
    title,
    state,
    excerpt,
    stats,
    start,
    author,
    time,
    headingLevel = 2,
    isDimmed = false,
    newMark,
  } = props
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <li className="row" data-dimmed={isDimmed || undefined}>
      <div className="row-text">
        {stats && stats.length > 0 && <Stats stats={stats} />}
        <Heading className="row-title">
          {newMark && (
            <span className="row-new" role="img" title={newMark} hidden suppressHydrationWarning />
          )}
          <Link href={href}>
            <bdi>{title}</bdi>
          </Link>
          {state && <span className="font-sans text-sm font-normal text-ink-3"> [{state}]</span>}
        </Heading>
        {excerpt && (
          <p className="row-excerpt" dir="auto">
            {excerpt}
          </p>
        )}
      </div>
      <div className="row-meta">
        <div className="row-start">{start}</div>
        <div className="row-end">
          {author && <span className="row-author">{author}</span>}
          {time && <span className="row-when">{time}</span>}
        </div>
      </div>
    </li>
  )
}

type RowListProps = { label: string; compact?: boolean; children: ReactNode }

export function RowList({ label, compact = false, children }: RowListProps) {
  return (
    <ol className="rows" aria-label={label} data-density={compact ? 'compact' : undefined}>
      {children}
    </ol>
  )
}

/** Sticky: tabs and the headings of the number columns. */
export function RowListHead({ children, columns }: { children: ReactNode; columns?: string[] }) {
  return (
    <div className="rows-head">
      <div className="-mb-px min-w-0">{children}</div>
      {columns && (
        <div className="rows-columns" aria-hidden="true">
          {columns.map((column) => (
            <span key={column}>{column}</span>
          ))}
        </div>
      )}
    </div>
  )
}

const LABEL_TONE = { accent: 'text-accent-ink', warn: 'text-warn', ok: 'text-ok' }

type RowLabelProps = { icon: ReactNode; tone?: keyof typeof LABEL_TONE; children: ReactNode }

/** Before the tags: pinned, duplicate, closed. */
export function RowLabel({ icon, tone = 'accent', children }: RowLabelProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 text-xs font-semibold whitespace-nowrap',
        LABEL_TONE[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}
