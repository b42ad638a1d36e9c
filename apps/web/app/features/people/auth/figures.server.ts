import { getFigures } from '@stoa/contract/features/questions'
import { apiFrom } from '../../../kernel/api.server.ts'
import { visitContext } from '../../../kernel/context.server.ts'

type Args = Parameters<typeof apiFrom>[0]

/** For the picture beside the forms; null on a private site, and when they cannot be read. */
export async function findFigures(args: Args) {
  if (args.context.get(visitContext).site.loginRequired) return null
  try {
    const figures = await apiFrom(args).call(getFigures, {})
    return figures.questions === 0 ? null : figures
  } catch {
    return null
  }
}
