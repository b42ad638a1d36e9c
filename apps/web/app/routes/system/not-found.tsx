import { data } from 'react-router'
import { findHotQuestions } from '../../features/content/questions/not-found.server.ts'
import { NotFoundHelp } from '../../features/content/questions/not-found-help.tsx'
import { ErrorPageContent } from '../../features/site/shell/error-page.tsx'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import type { Route } from './+types/not-found.ts'

export async function loader(args: Route.LoaderArgs) {
  return data({ hot: await findHotQuestions(args) }, { status: 404 })
}

export const action = () => data(null, { status: 404 })

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return (
    <SitePage>
      <ErrorPageContent kind="not_found" />
      <NotFoundHelp hot={loaderData.hot} />
    </SitePage>
  )
}
