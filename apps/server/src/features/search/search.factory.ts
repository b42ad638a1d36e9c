import { sql } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import { rebuildSearch } from './search.actions.ts'

/** Lets the search know everything there is, at once instead of a moment later. */
export async function indexAll(ctx: Context) {
  await rebuildSearch(ctx, () => {})
  await ctx.db.execute(sql`analyze search_documents, search_words`)
}
