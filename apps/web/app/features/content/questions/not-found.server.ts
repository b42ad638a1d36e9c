import { listQuestions } from '@stoa/contract/features/questions'
import { data } from 'react-router'
import { apiFrom } from '../../../kernel/api.server.ts'
import { visitContext } from '../../../kernel/context.server.ts'
import { isActivated } from '../../../kernel/visit.ts'
import { hotThisWeekInput, toHotQuestion, type HotQuestion } from './hot-questions.tsx'

type Args = Parameters<typeof apiFrom>[0]
type ThrownData = { type: 'DataWithResponseInit'; data: unknown; init: ResponseInit | null }

/** What a page shows that does not exist. A failure here must not hide that. */
export async function findHotQuestions(args: Args): Promise<HotQuestion[]> {
  const { viewer, site } = args.context.get(visitContext)
  if (site.loginRequired && (viewer === null || !isActivated(viewer))) return []
  try {
    const { list } = await apiFrom(args).call(listQuestions, hotThisWeekInput)
    return list.map(toHotQuestion)
  } catch {
    return []
  }
}

/** Runs a loader. If what it loads does not exist, the error page gets the hot questions. */
export async function withHotQuestions<Data>(args: Args, load: () => Promise<Data>): Promise<Data> {
  try {
    return await load()
  } catch (error) {
    if (!isThrownData(error) || error.init?.status !== 404) throw error
    throw data({ hot: await findHotQuestions(args) }, error.init)
  }
}

function isThrownData(error: unknown): error is ThrownData {
  return typeof error === 'object' && error !== null && 'type' in error && 'init' in error
}
