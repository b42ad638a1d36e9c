import { exportStaffLog } from '@stoa/contract/features/staff-log'
import { readStaffLogFilters } from '../../features/community/staff-log/staff-log-query.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { toTextDownload } from '../../features/community/staff-log/text-download.ts'
import type { Route } from './+types/log-download.ts'

export async function loader(args: Route.LoaderArgs) {
  const filters = readStaffLogFilters(new URL(args.request.url).searchParams)
  const text = await apiFrom(args).call(exportStaffLog, filters)
  return toTextDownload(text, { name: 'staff-log.csv', type: 'text/csv' })
}
