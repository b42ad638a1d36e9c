import { data } from 'react-router'
import { MaintenanceContent } from '../../features/site/shell/maintenance.tsx'
import { useVisit } from '../../kernel/visit-context.tsx'
import { Header } from '../../ui/shell/header.tsx'
import { Page } from '../../ui/shell/page.tsx'

export const loader = () => data(null, { status: 503, headers: { 'retry-after': '300' } })

export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders
}

export default function Maintenance() {
  const { site } = useVisit()
  const { name, logo, mobileLogo } = site
  return (
    <>
      <Header brand={{ name, href: '/', logo, mobileLogo }} />
      <Page layout="bare">
        <MaintenanceContent />
      </Page>
    </>
  )
}
