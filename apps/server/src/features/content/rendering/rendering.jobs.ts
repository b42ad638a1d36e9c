import { asc, lte } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { after, every } from '../../../kernel/events.ts'
import { unfinishedTexts } from '../../../schema/unfinished-texts.ts'
import { renderAgain, renderUnfinished } from './rendering.actions.ts'
import { findPartEnd, findText, findTexts, type TextType, textTypes } from './texts.queries.ts'

/** Texts that are read at once. */
const batchSize = 100
/** In one minute. */
const maxUnfinished = 50

export const renderingListeners = [
  after('plugin.rendering_changed', 'render-texts', renderMatching, { isLong: true }),
  every('* * * * *', 'render-unfinished-texts', renderDueTexts),
]

/** Starts again after a crash: what is rendered already does not change. */
async function renderMatching(ctx: Context, { pattern }: { pattern: string }) {
  // This process may not know yet what changed.
  await ctx.plugins.reload()
  for (const type of textTypes) {
    let done = '0'
    for (let last = await nextEnd(ctx, type, done); last !== null;) {
      await renderAgain(ctx, await findTexts(ctx.primary, type, { pattern, after: done, last }))
      done = last
      last = await nextEnd(ctx, type, done)
    }
  }
}

const nextEnd = (ctx: Context, type: TextType, done: string) =>
  findPartEnd(ctx.primary, type, done, batchSize)

/** Nothing on a site without such plugins: when one is enabled again, all texts are rendered. */
export async function renderDueTexts(ctx: Context) {
  if (ctx.plugins.ofTexts() === null) return
  const due = await ctx.primary
    .select()
    .from(unfinishedTexts)
    .where(lte(unfinishedTexts.nextAt, ctx.clock.now()))
    .orderBy(asc(unfinishedTexts.nextAt))
    .limit(maxUnfinished)
  for (const { objectId, tries } of due)
    await renderUnfinished(ctx, await findText(ctx.primary, objectId), objectId, tries)
}
