import { data } from 'react-router'
import { ErrorPageContent } from '../../features/site/shell/error-page.tsx'
import { Page } from '../../ui/shell/page.tsx'

export const loader = () => data(null, { status: 403 })

export default function Forbidden() {
  return (
    <Page layout="bare">
      <ErrorPageContent kind="forbidden" />
    </Page>
  )
}
