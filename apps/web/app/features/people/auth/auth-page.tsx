import type { Figures } from '@stoa/contract/features/questions'
import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { PageMeta } from '../../../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { SplitPage } from '../../../ui/shell/page.tsx'
import { AccountBox } from './account-panel.tsx'
import { Colonnade } from './colonnade.tsx'
import { SiteFigures } from './site-figures.tsx'

type AuthPageProps = { title: string; intro?: ReactNode; children: ReactNode }

/** The layout of login and sign-up: an illustration beside the form. The loader of the page returns the figures. */
export function AuthPage({ title, intro, children }: AuthPageProps) {
  const { figures } = useLoaderData<{ figures: Figures | null }>()
  const { site } = useVisit()
  return (
    <SplitPage picture={<Picture figures={figures} />} pictureLabel={site.name}>
      <PageMeta title={title} noIndex />
      <AccountBox title={title} intro={intro}>
        {children}
      </AccountBox>
    </SplitPage>
  )
}

// Longer ones would not fit into two lines.
const maxLargeLine = 70

function Picture({ figures }: { figures: Figures | null }) {
  const t = useTranslate()
  const { site } = useVisit()
  const line = site.shortDescription || t('site.tagline')
  return (
    <>
      <div className="grid gap-6 py-14 ps-shell pe-10">
        <p
          dir="auto"
          className={classNames(
            'max-w-[36rem] font-serif leading-[1.2] font-medium tracking-head text-balance',
            line.length > maxLargeLine ? 'text-3xl' : 'text-5xl',
          )}
        >
          {line}
        </p>
        {figures && <SiteFigures figures={figures} />}
      </div>
      <div className="rtl:-scale-x-100">
        <Colonnade />
      </div>
    </>
  )
}
