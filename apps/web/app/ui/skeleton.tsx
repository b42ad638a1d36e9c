import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

function Bar({ className }: { className: string }) {
  return <span className={classNames('block animate-breathe bg-wash-2', className)} />
}

type SkeletonProps = {
  /** For screen readers: "Loading questions". */
  label: string
  count?: number
}

function Container({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

const ROW_WIDTHS = [
  ['w-3/4', 'w-11/12'],
  ['w-1/2', 'w-5/6'],
  ['w-2/3', 'w-full'],
] as const

/** Same height as list rows, so that the layout does not shift. */
export function RowsSkeleton({ label, count = 8 }: SkeletonProps) {
  return (
    <Container label={label}>
      {Array.from({ length: count }, (_, i) => {
        const [title, excerpt] = ROW_WIDTHS[i % ROW_WIDTHS.length] ?? ROW_WIDTHS[0]
        return (
          <div key={i} className="grid h-20.5 content-center gap-2.5 border-b border-line">
            <Bar className={classNames('h-3 rounded-sm', title)} />
            <Bar className={classNames('h-3 rounded-sm max-md:hidden', excerpt)} />
            <Bar className="h-3 rounded-sm w-1/3" />
          </div>
        )
      })}
    </Container>
  )
}

export function PostSkeleton({ label }: { label: string }) {
  return (
    <Container label={label}>
      <div className="grid max-w-measure gap-3 py-4">
        <Bar className="rounded-sm h-7 w-11/12" />
        <Bar className="rounded-sm mb-4 h-7 w-2/3" />
        <Bar className="h-3 rounded-sm w-full" />
        <Bar className="h-3 rounded-sm w-full" />
        <Bar className="h-3 rounded-sm mb-4 w-4/5" />
        <Bar className="h-3 rounded-sm w-full" />
        <Bar className="h-3 rounded-sm w-3/5" />
        <div className="mt-4 flex items-center gap-2.5">
          <Bar className="size-9 rounded-full" />
          <Bar className="h-3 rounded-sm w-32" />
        </div>
      </div>
    </Container>
  )
}

export function LinesSkeleton({ label, count = 4 }: SkeletonProps) {
  return (
    <Container label={label}>
      <div className="grid gap-3 py-2">
        {Array.from({ length: count }, (_, i) => (
          <Bar key={i} className={classNames('h-3 rounded-sm', i % 2 ? 'w-2/3' : 'w-full')} />
        ))}
      </div>
    </Container>
  )
}
