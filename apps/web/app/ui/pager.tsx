import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'

type PagerProps = {
  label: string
  page: number
  pages: number
  hrefFor: (page: number) => string
  /** Formats the number in the page's locale. */
  numberText: (page: number) => string
  previousLabel: string
  nextLabel: string
  /** At the end of the line: "1 to 15 of 832". */
  aside?: ReactNode
}

const STEP =
  'inline-flex min-h-[max(2rem,var(--target))] min-w-[max(2rem,var(--target))] items-center justify-center gap-1 rounded-md px-1.5 text-ink-2 numeral max-md:w-full max-md:min-w-0'

/** Null is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = [page - 1, page, page + 1]
  const start = page <= 3 ? [1, 2, 3, 4] : []
  const end = page >= pages - 2 ? [pages - 3, pages - 2, pages - 1] : []
  const numbers = [...new Set([1, ...start, ...near, ...end, pages])]
    .filter((n) => n >= 1 && n <= pages)
    .sort((a, b) => a - b)
  return numbers.flatMap((n, i) => {
    const previous = numbers[i - 1]
    if (previous === undefined || n - previous === 1) return [n]
    // A page number is as short as a gap of one.
    return n - previous === 2 ? [n - 1, n] : [null, n]
  })
}

function fitsNarrow(n: number, page: number, pages: number): boolean {
  return (
    n === 1 ||
    n === page ||
    n === pages ||
    (page < 4 && n < 4) ||
    (page > pages - 3 && n > pages - 3)
  )
}

function Step(props: { href: string | null; rel: 'prev' | 'next'; label: string }) {
  const { href, rel, label } = props
  const Icon = rel === 'prev' ? ChevronLeft : ChevronRight
  const content = (
    <>
      {rel === 'next' && <span className="max-md:sr-only">{label}</span>}
      <Icon className="icon text-base rtl:-scale-x-100" aria-hidden="true" />
      {rel === 'prev' && <span className="max-md:sr-only">{label}</span>}
    </>
  )
  if (!href) {
    return <span className={classNames(STEP, 'text-ink-3')}>{content}</span>
  }
  return (
    <Link href={href} rel={rel} className={classNames(STEP, 'hover:bg-wash-2 hover:text-ink')}>
      {content}
    </Link>
  )
}

export function Pager(props: PagerProps) {
  const { label, page, pages, hrefFor, numberText, previousLabel, nextLabel, aside } = props
  if (pages <= 1 && !aside) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 pt-6 text-md text-ink-3">
      {pages > 1 && (
        <nav aria-label={label} className="max-md:w-full">
          <ol className="-ms-1.5 flex items-center gap-0.5 max-md:ms-0 max-md:justify-between">
            <li className="max-md:flex-1">
              <Step rel="prev" label={previousLabel} href={page > 1 ? hrefFor(page - 1) : null} />
            </li>
            {pageNumbers(page, pages).map((n, i) => (
              <li
                key={n ?? `gap-${i}`}
                className={
                  n === null || fitsNarrow(n, page, pages) ? 'max-md:flex-1' : 'max-md:hidden'
                }
              >
                {n === null ? (
                  <span className={STEP} aria-hidden="true">
                    …
                  </span>
                ) : (
                  <Link
                    href={hrefFor(n)}
                    aria-current={n === page ? 'page' : undefined}
                    className={classNames(
                      STEP,
                      'relative hover:bg-wash-2 hover:text-ink',
                      n === page &&
                        'font-semibold text-ink! after:absolute after:inset-x-1.75 after:bottom-0.5 after:h-0.5 after:bg-accent-ink',
                    )}
                  >
                    {numberText(n)}
                  </Link>
                )}
              </li>
            ))}
            <li className="max-md:flex-1">
              <Step rel="next" label={nextLabel} href={page < pages ? hrefFor(page + 1) : null} />
            </li>
          </ol>
        </nav>
      )}
      {aside && <div className="text-sm">{aside}</div>}
    </div>
  )
}
