import type { BadgeKey } from '@stoa/contract/features/badges'
import type { Translate } from '@stoa/locales/translate'

type Texts = { key: BadgeKey | null; name: string; description: string }

/** Those of every site are translated; an admin writes the others in the language of the site. */
export function badgeName({ key, name }: Pick<Texts, 'key' | 'name'>, t: Translate): string {
  return key === null ? name : t(`badge.${key}.name`)
}

export function badgeDescription({ key, description }: Omit<Texts, 'name'>, t: Translate): string {
  return key === null ? description : t(`badge.${key}.description`)
}
