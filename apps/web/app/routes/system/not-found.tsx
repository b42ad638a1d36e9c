import { data } from 'react-router'
import { ErrorPageContent } from '../../features/site/shell/error-page.tsx'
import { Page } from '../../ui/shell/page.tsx'

const notFound = () => data(null, { status: 404 })

export const loader = notFound
export const action = notFound

export default function NotFound() {
  return (
    <Page layout="bare">
      <ErrorPageContent kind="not_found" />
    </Page>
  )
}
