import { exportAdminQuestions } from '@stoa/contract/features/content-admin'
import { readQuestionQuery } from '../../features/admin/content-admin/list-query.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { toTextDownload } from '../../features/community/staff-log/text-download.ts'
import type { Route } from './+types/questions-download.ts'

export async function loader(args: Route.LoaderArgs) {
  const search = new URL(args.request.url).searchParams
  const format = search.get('format') === 'json' ? 'json' : 'csv'
  const input = { ...readQuestionQuery(search), format } as const
  const text = await apiFrom(args).call(exportAdminQuestions, input)
  const type = format === 'json' ? 'application/json' : 'text/csv'
  return toTextDownload(text, { name: `questions.${format}`, type })
}
