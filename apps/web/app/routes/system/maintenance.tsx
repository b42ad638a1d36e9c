import { data } from 'react-router'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Header } from '../../ui/shell/header.tsx'
import { Page } from '../../ui/shell/page.tsx'

export const loader = () => data(null, { status: 503, headers: { 'retry-after': '300' } })

export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders
}

export default function Maintenance() {
  const t = useTranslate()
  const { site } = useVisit()
  const { name, logo, mobileLogo } = site
  return (
    <>
      <Header brand={{ name, href: '/', logo, mobileLogo }} />
      <Page layout="bare">
        <PageMeta title={t('page.maintenance.title')} noIndex />
        <ErrorState title={t('page.maintenance.title')}>
          <p>{t('page.maintenance.text')}</p>
        </ErrorState>
      </Page>
    </>
  )
}
