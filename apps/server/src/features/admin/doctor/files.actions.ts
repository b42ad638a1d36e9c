import { asc, gt } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { uploads } from '../../../schema/uploads.ts'
import { forEachAtOnce } from '../../content/uploads/stored-files.actions.ts'
import { type Finding, toFinding } from './doctor.actions.ts'

const batchSize = 500
const atOnce = 16

/** Looks for every uploaded file where its row says that it is. Fails if a store fails. */
export async function checkFiles(ctx: Context): Promise<Finding | null> {
  const wrong: string[] = []
  for (let after = '0'; ;) {
    const rows = await ctx.primary
      .select()
      .from(uploads)
      .where(gt(uploads.id, after))
      .orderBy(asc(uploads.id))
      .limit(batchSize)
    const last = rows.at(-1)
    if (last === undefined) return toFinding('files that are missing or damaged', wrong, false)
    await forEachAtOnce(rows, atOnce, async ({ key, store, bytes }) => {
      // It may have been moved meanwhile.
      const found = (await ctx.files.in(store).find(key)) ?? (await ctx.files.find(key))
      if (found?.size !== bytes) wrong.push(key)
    })
    after = last.id
  }
}
