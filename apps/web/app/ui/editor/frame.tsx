import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

// The height of the loaded toolbar, to avoid layout shift.
const HEADER =
  '[--views:max(var(--control-size),calc(var(--target)+0.25rem))] min-h-[calc(var(--views)+0.5rem+1px)] ' +
  'max-md:min-h-[calc(var(--control-size)+var(--views)+0.75rem+1px)]'

type EditorHeaderProps = {
  /** True once the toolbar is loaded. */
  live?: boolean
  children: ReactNode
}

/** Shows a hint until the toolbar is loaded. */
export function EditorHeader({ live = false, children }: EditorHeaderProps) {
  return (
    <div
      className={classNames(
        HEADER,
        'flex items-center gap-x-1 rounded-t-[5px] border-b border-line bg-raised px-1.5 py-1',
        live && 'editor-bar',
      )}
    >
      {children}
    </div>
  )
}

export function EditorFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-0.5 border-t border-line px-4 py-1.5 text-xs text-ink-3">
      {children}
    </div>
  )
}
