import type { Context } from '../../../kernel/context.ts'
import { addDemoContent, hasDemoContent } from './demo.actions.ts'
import type { DemoContent } from './demo.content.ts'
import { removeDemoContent } from './removal.actions.ts'

/** Idempotent. Starts again after an attempt that was interrupted. Returns null if the content exists already. */
export async function ensureDemoContent(ctx: Context, content: DemoContent) {
  if (await hasDemoContent(ctx.primary)) return null
  await removeDemoContent(ctx)
  return await addDemoContent(ctx, content)
}
