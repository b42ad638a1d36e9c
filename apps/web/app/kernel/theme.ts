export const themeCookie = 'theme'

export const themes = ['light', 'dark', 'system'] as const
/** `system` follows the operating system. */
export type Theme = (typeof themes)[number]

export function isTheme(value: unknown): value is Theme {
  return themes.includes(value as Theme)
}
