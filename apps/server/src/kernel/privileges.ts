import { type Privilege, privilegeLevels, privilegeSettings } from '@stoa/contract/settings/people'
import type { RequiredReputation } from './rules.ts'
import type { SettingsStore } from './settings.ts'

const customLevel = 99

export function requiredReputation(settings: SettingsStore): RequiredReputation {
  const { level, custom } = settings.get(privilegeSettings)
  return (privilege: Privilege) => {
    const [, defaultReputation] = privilegeLevels[privilege]
    if (level === customLevel) return custom[privilege] ?? defaultReputation
    return privilegeLevels[privilege][level - 1] ?? defaultReputation
  }
}
