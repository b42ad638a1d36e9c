import { sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { rebuildSearch } from './search.actions.ts'

/** Indexes all posts now instead of by jobs. */
export async function indexAll(ctx: Context) {
  await rebuildSearch(ctx, () => {})
  await ctx.autocommit.execute(sql`analyze search_documents, search_words`)
}
