import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

// As high as what comes into it: one line, or on a narrow screen the views above the tools.
const BAR =
  '[--views:max(var(--control-size),calc(var(--target)+0.25rem))] min-h-[calc(var(--views)+0.5rem+1px)] ' +
  'max-md:min-h-[calc(var(--control-size)+var(--views)+0.75rem+1px)]'

type BarProps = {
  /** Whether the tools are in it. */
  live?: boolean
  children: ReactNode
}

/** The strip above the text. The editor's tools come into the room the hint had. */
export function Bar({ live = false, children }: BarProps) {
  return (
    <div
      className={classNames(
        BAR,
        'flex items-center gap-x-1 rounded-t-[5px] border-b border-line bg-raised px-1.5 py-1',
        live && 'editor-bar',
      )}
    >
      {children}
    </div>
  )
}

export function Foot({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-0.5 border-t border-line px-4 py-1.5 text-xs text-ink-3">
      {children}
    </div>
  )
}
