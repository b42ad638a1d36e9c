import { exportAccounts } from '@stoa/contract/features/people'
import { readPeopleFilters } from '../../features/admin/people/people-query.ts'
import { toTextDownload } from '../../features/community/staff-log/text-download.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import type { Route } from './+types/users-download.ts'

export async function loader(args: Route.LoaderArgs) {
  const filters = readPeopleFilters(new URL(args.request.url).searchParams)
  const text = await apiFrom(args).call(exportAccounts, filters)
  return toTextDownload(text, { name: 'users.csv', type: 'text/csv' })
}
