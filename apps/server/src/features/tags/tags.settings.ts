import { writeSettings } from '@stoa/contract/settings/writing'
import type { Context } from '../../kernel/context.ts'
import { changeSettings, type SettingsStore } from '../../kernel/settings.ts'
import type { Tx } from '../../kernel/transact.ts'

/** What the site has decided about tags. */
export function tagPolicyOf(settings: SettingsStore) {
  const { recommend_tags, reserved_tags, required_tag } = settings.get(writeSettings)
  return {
    recommended: recommend_tags,
    reserved: reserved_tags,
    isRecommendedRequired: required_tag,
  }
}

/** The settings name tags by their slug: a tag that gets another one stays recommended or reserved. */
export async function followRename(tx: Tx, ctx: Context, before: string, after: string) {
  if (before === after) return
  const { recommend_tags, reserved_tags } = ctx.settings.get(writeSettings)
  if (![...recommend_tags, ...reserved_tags].includes(before)) return
  const renamed = (slugs: readonly string[]) =>
    slugs.map((slug) => (slug === before ? after : slug))
  await changeSettings(tx, ctx, writeSettings, {
    recommend_tags: renamed(recommend_tags),
    reserved_tags: renamed(reserved_tags),
  })
}
