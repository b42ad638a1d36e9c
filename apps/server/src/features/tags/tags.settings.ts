import { writeSettings } from '@stoa/contract/settings/writing'
import type { SettingsStore } from '../../kernel/settings.ts'

/** What the site has decided about tags. */
export function tagPolicyOf(settings: SettingsStore) {
  const { recommend_tags, reserved_tags, required_tag } = settings.get(writeSettings)
  return {
    recommended: recommend_tags,
    reserved: reserved_tags,
    isRecommendedRequired: required_tag,
  }
}
