import type { ReactNode } from 'react'
import { PageMeta } from '../../../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Page } from '../../../ui/shell/page.tsx'
import { AccountBox } from './account-panel.tsx'
import { Colonnade } from './colonnade.tsx'

type AuthPageProps = { title: string; intro?: ReactNode; children: ReactNode }

/** The layout of login and sign-up: an illustration beside the form. */
export function AuthPage({ title, intro, children }: AuthPageProps) {
  const t = useTranslate()
  const { site } = useVisit()
  return (
    <Page layout="bare">
      <PageMeta title={title} noIndex />
      <div className="grid lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-16">
        <div className="grid content-between gap-10 py-10 max-lg:hidden">
          <p className="max-w-[26rem] font-serif text-5xl leading-[1.12] font-medium tracking-head text-balance">
            {site.shortDescription || t('site.tagline')}
          </p>
          <div className="rtl:-scale-x-100">
            <Colonnade />
          </div>
        </div>
        <AccountBox title={title} intro={intro}>
          {children}
        </AccountBox>
      </div>
    </Page>
  )
}
