import { writeSettings } from '@stoa/contract/settings/writing'
import type { Tx } from '../../../kernel/context.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import type { SettingsStore } from '../../../kernel/services.ts'
import type { TagPolicy } from './tags.rules.ts'

export function tagPolicyOf(settings: SettingsStore): TagPolicy {
  const { recommend_tags, reserved_tags, required_tag } = settings.get(writeSettings)
  return {
    recommended: recommend_tags,
    reserved: reserved_tags,
    isRecommendedRequired: required_tag,
  }
}

/** Settings refer to tags by slug, so a renamed tag must stay recommended or reserved. */
export async function renameTagInSettings(tx: Tx, before: string, after: string) {
  if (before === after) return
  const { recommend_tags, reserved_tags } = tx.ctx.settings.get(writeSettings)
  if (![...recommend_tags, ...reserved_tags].includes(before)) return
  const renameIn = (slugs: readonly string[]) =>
    slugs.map((slug) => (slug === before ? after : slug))
  await changeSettings(tx, writeSettings, {
    recommend_tags: renameIn(recommend_tags),
    reserved_tags: renameIn(reserved_tags),
  })
}
