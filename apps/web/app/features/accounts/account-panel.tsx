import type { ReactNode } from 'react'
import { PageTitle } from '../../kernel/page-title.tsx'
import { Page } from '../../ui/shell/page.tsx'

type AccountPanelProps = {
  title: string
  /** Under the title: one line that says where else to go. */
  intro?: ReactNode
  children: ReactNode
}

/** One narrow column: a title and what to do. */
export function AccountPanel({ title, intro, children }: AccountPanelProps) {
  return (
    <Page plan="bare">
      <PageTitle title={title} hidden />
      <AccountBox title={title} intro={intro}>
        {children}
      </AccountBox>
    </Page>
  )
}

export function AccountBox({ title, intro, children }: AccountPanelProps) {
  return (
    <div className="mx-auto grid w-full max-w-form content-start gap-6 py-8 md:py-16">
      <header className="lintel grid gap-2 pt-4">
        <h1 className="font-serif text-3xl leading-tight font-semibold tracking-head text-balance">
          {title}
        </h1>
        {intro && <p className="text-md text-ink-2">{intro}</p>}
      </header>
      {children}
    </div>
  )
}
