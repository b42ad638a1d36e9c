import type { ReactNode } from 'react'
import { PageMeta } from '../../../kernel/page-meta.tsx'
import { Page } from '../../../ui/shell/page.tsx'

type AccountPanelProps = {
  title: string
  /** One line below the title. */
  intro?: ReactNode
  children: ReactNode
}

export function AccountPanel({ title, intro, children }: AccountPanelProps) {
  return (
    <Page layout="bare">
      <PageMeta title={title} noIndex />
      <AccountBox title={title} intro={intro}>
        {children}
      </AccountBox>
    </Page>
  )
}

export function AccountBox({ title, intro, children }: AccountPanelProps) {
  return (
    <div className="mx-auto grid w-full max-w-form content-start gap-6 py-8 md:py-16">
      <header className="section-rule grid gap-2 pt-4">
        <h1 className="font-serif text-3xl leading-tight font-semibold tracking-head text-balance">
          {title}
        </h1>
        {intro && <p className="text-md text-ink-2">{intro}</p>}
      </header>
      {children}
    </div>
  )
}
