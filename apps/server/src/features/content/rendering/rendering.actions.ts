import { uploadsPath } from '@stoa/contract/features/uploads'
import { generalSettings } from '@stoa/contract/settings/site'
import { rendererVersion } from '@stoa/markdown/render'
import { eq, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { TooComplexError } from '../../../kernel/errors.ts'
import type { RenderedText } from '../../../kernel/services.ts'
import { transact } from '../../../kernel/transact.ts'
import { unfinishedTexts } from '../../../schema/unfinished-texts.ts'
import { postponeText } from '../shared/posts.actions.ts'
import { findImageSizes, type StoredText, textTables } from './texts.queries.ts'

type Result = { text: StoredText; rendered: RenderedText }

/** Renders stored texts with the plugins of now, before the transaction that saves what changed. */
export async function renderAgain(ctx: Context, texts: readonly StoredText[]) {
  const results: Result[] = []
  for (const text of texts) {
    const rendered = await renderText(ctx, text)
    if (rendered !== null) results.push({ text, rendered })
  }
  const changed = results.filter(({ text, rendered }) => text.html !== rendered.html)
  const unfinished = results.filter(({ rendered }) => rendered.isUnfinished)
  if (changed.length + unfinished.length === 0) return
  await transact(ctx, async (tx) => {
    const saved: string[] = []
    for (const result of changed) if (await saveHtml(tx, result)) saved.push(result.text.id)
    for (const { text } of unfinished) await postponeText(tx, text.id)
    if (saved.length > 0) await tx.emit('texts.rendered', { objectIds: saved })
  })
}

/** Null for a text that was accepted under other limits. */
async function renderText(ctx: Context, { id, markdown }: StoredText) {
  const siteUrl = ctx.settings.get(generalSettings).site_url
  const options = { siteUrl, usesPlugins: true }
  try {
    const unsized = await ctx.renderer.render(markdown, options)
    const paths = unsized.paths.filter((path) => path.startsWith(uploadsPath))
    if (paths.length === 0) return unsized
    const images = await findImageSizes(ctx.primary, id)
    const imageSizes = new Map(
      images.map(({ key, width, height }) => [uploadsPath + key, { width, height }]),
    )
    return await ctx.renderer.render(markdown, { ...options, imageSizes })
  } catch (error) {
    if (error instanceof TooComplexError) return null
    throw error
  }
}

/** False if the text was edited meanwhile, which rendered it. */
async function saveHtml(tx: Tx, { text: { id, type, markdown }, rendered }: Result) {
  const { html, excerpt } = rendered
  const excerptColumn = type === 'comment' ? sql`` : sql`, excerpt = ${excerpt}`
  const { rowCount } = await tx.execute(sql`
    update ${textTables[type]} set parsed_text = ${html}, renderer_version = ${rendererVersion} ${excerptColumn}
    where id = ${id}::bigint and original_text = ${markdown}`)
  return (rowCount ?? 0) > 0
}

export async function renderUnfinished(
  ctx: Context,
  text: StoredText | null,
  id: string,
  tries: number,
) {
  const rendered = text === null ? null : await renderText(ctx, text)
  await transact(ctx, async (tx) => {
    await tx.delete(unfinishedTexts).where(eq(unfinishedTexts.objectId, id))
    if (text === null || rendered === null) return
    const isChanged = rendered.html !== text.html
    if (isChanged && (await saveHtml(tx, { text, rendered })))
      await tx.emit('texts.rendered', { objectIds: [id] })
    if (rendered.isUnfinished) await postponeText(tx, id, tries + 1)
  })
}
