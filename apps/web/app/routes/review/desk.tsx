import { loadDesk } from '../../features/community/review/desk-data.server.ts'
import { DeskPage } from '../../features/community/review/desk-page.tsx'
import type { Route } from './+types/desk.ts'

export const loader = (args: Route.LoaderArgs) => loadDesk(args)

export default function ReviewDesk({ loaderData }: Route.ComponentProps) {
  return <DeskPage data={loaderData} />
}
