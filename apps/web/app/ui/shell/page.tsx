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
  /** `nav` is the house plan; `post` hangs votes in the gap; `focus` has no navigation. */
  plan?: 'nav' | 'post' | 'admin' | 'focus' | 'bare'
  nav?: ReactNode
  rail?: ReactNode
  railLabel?: string
  children: ReactNode
}

const PLAN = {
  nav: 'layout-nav',
  post: 'layout-nav layout-post',
  admin: 'layout-admin',
  focus: 'layout-focus',
  bare: '',
}

/** Navigation, main column and rail; narrower screens drop them one by one. */
export function Page({ plan = 'nav', nav, rail, railLabel, children }: PageProps) {
  return (
    <div className={classNames('shell layout flex-1', PLAN[plan])}>
      {nav}
      <main id={MAIN_ID} tabIndex={-1} className="layout-main">
        {children}
      </main>
      {rail && (
        <aside aria-label={railLabel} className="layout-rail">
          {rail}
        </aside>
      )}
    </div>
  )
}
