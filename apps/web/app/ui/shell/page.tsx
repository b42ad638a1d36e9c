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
  // A narrow text, such as an error, is in the middle.
  bare: '[&>main>*]:mx-auto',
}

type SplitPageProps = { picture: ReactNode; pictureLabel: string; children: ReactNode }

/** A picture over the full height beside the main column; narrow screens have no picture. */
export function SplitPage({ picture, pictureLabel, children }: SplitPageProps) {
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,13fr)_minmax(0,11fr)]">
      <aside
        aria-label={pictureLabel}
        className="flex min-h-[40rem] flex-col justify-between overflow-hidden bg-wash max-lg:hidden"
      >
        {picture}
      </aside>
      <main id={MAIN_ID} tabIndex={-1} className="layout-main px-page">
        {children}
      </main>
    </div>
  )
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
