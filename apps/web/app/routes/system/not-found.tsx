import { data } from 'react-router'
import { ErrorPageOf } from '../../features/site/error-page.tsx'
import { Page } from '../../ui/shell/page.tsx'

const notFound = () => data(null, { status: 404 })

export const loader = notFound
export const action = notFound

export default function NotFound() {
  return (
    <Page plan="bare">
      <ErrorPageOf kind="not_found" />
    </Page>
  )
}
