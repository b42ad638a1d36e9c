import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export const MAIN_ID = 'main'

export function SkipLink({ label }: { label: string }) {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="fixed start-2 top-2 z-skip -translate-y-[300%] rounded-md bg-ink px-4 py-2 text-md text-paper focus:translate-y-0"
    >
      {label}
    </a>
  )
}

type PageProps = {
  /** `post` puts the votes into the gutter; `focus` has no navigation. */
  layout?: 'nav' | 'post' | 'admin' | 'focus' | 'bare'
  nav?: ReactNode
  sidebar?: ReactNode
  sidebarLabel?: string
  children: ReactNode
}

const LAYOUT = {
  nav: 'layout-nav',
  post: 'layout-nav layout-post',
  admin: 'layout-admin',
  focus: 'layout-focus',
  bare: '',
}

/** Navigation, main column and sidebar; narrow screens stack them. */
export function Page({ layout = 'nav', nav, sidebar, sidebarLabel, children }: PageProps) {
  return (
    <div className={classNames('shell layout flex-1', LAYOUT[layout])}>
      {nav}
      <main id={MAIN_ID} tabIndex={-1} className="layout-main">
        {children}
      </main>
      {sidebar && (
        <aside aria-label={sidebarLabel} className="layout-sidebar">
          {sidebar}
        </aside>
      )}
    </div>
  )
}
