import type { ParsedInputOf, ResponseOf } from '@stoa/contract/endpoint'
import type {
  changePrivilegeSettings,
  getPrivilegeSettings,
} from '@stoa/contract/features/site-settings'
import { privilegeLevels, privileges, privilegeSettings } from '@stoa/contract/settings/people'
import type { Translate } from '@stoa/locales/translate'
import type { SettingsStore } from '../../../kernel/services.ts'

const levels = [1, 2, 3, 99] as const

/** On the wire, the custom values are a list. */
export function toPrivilegeInput({
  level,
  custom_privileges: list,
}: ParsedInputOf<typeof changePrivilegeSettings>) {
  const custom = list && Object.fromEntries(list.map(({ key, value }) => [key, value]))
  return { level, custom }
}

export function listPrivilegeLevels(
  settings: SettingsStore,
  t: Translate,
): ResponseOf<typeof getPrivilegeSettings> {
  const { level: selected, custom } = settings.get(privilegeSettings)
  return {
    selected_level: selected,
    options: levels.map((level) => ({
      level,
      level_desc: t(`setting_option.privileges.level.${level}`),
      privileges: privileges.map((key) => ({
        key,
        label: t(`privilege.${toKeyPart(key)}`),
        value:
          level === 99
            ? (custom[key] ?? privilegeLevels[key][1])
            : (privilegeLevels[key][level - 1] ?? privilegeLevels[key][1]),
      })),
    })),
  }
}

type KeyPart<Key extends string> = Key extends `${infer Start}.${infer End}`
  ? `${Start}_${End}`
  : Key

function toKeyPart<Key extends string>(key: Key) {
  return key.replace('.', '_') as KeyPart<Key>
}
