import { exportAdminAnswers } from '@stoa/contract/features/content-admin'
import { readAnswerQuery } from '../../features/admin/content-admin/list-query.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { toTextDownload } from '../../features/community/staff-log/text-download.ts'
import type { Route } from './+types/answers-download.ts'

export async function loader(args: Route.LoaderArgs) {
  const search = new URL(args.request.url).searchParams
  const format = search.get('format') === 'json' ? 'json' : 'csv'
  const input = { ...readAnswerQuery(search), format } as const
  const text = await apiFrom(args).call(exportAdminAnswers, input)
  const type = format === 'json' ? 'application/json' : 'text/csv'
  return toTextDownload(text, { name: `answers.${format}`, type })
}
