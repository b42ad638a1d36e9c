export const localeCookie = 'lang'
export const themeCookie = 'theme'
export const listViewCookie = 'list_view'
export const externalImagesCookie = 'external_images'
export const listOrderCookie = 'list_order'
export const answerOrderCookie = 'answer_order'
export const shortcutsCookie = 'shortcuts'

/** Single-key shortcuts are on unless this browser has the cookie. */
export const shortcutsOff = 'off'

export const themes = ['light', 'dark', 'system'] as const
/** `system` follows the operating system. */
export type Theme = (typeof themes)[number]

export function isTheme(value: unknown): value is Theme {
  return themes.includes(value as Theme)
}

const listViews = ['card', 'compact'] as const
/** `card` shows an excerpt of each question. */
export type ListView = (typeof listViews)[number]

export function isListView(value: unknown): value is ListView {
  return listViews.includes(value as ListView)
}

/** Query parameter that shows external images on this page only. */
export const showOnceParameter = { name: 'external', value: 'show' } as const

export function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return null
}

const yearSeconds = 365 * 24 * 60 * 60

export function expiredPreferenceCookie(name: string): string {
  return `${name}=; Path=/; Max-Age=0; SameSite=Lax`
}

/** Readable by scripts: for values that are not secret, such as the theme. */
export function preferenceCookie(name: string, value: string): string {
  return `${name}=${value}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}

/** Remembers an order. The default is remembered without a cookie, because pages for a cookie are not cached. */
export function orderCookie(name: string, order: string, defaultOrder: string): string {
  return order === defaultOrder ? expiredPreferenceCookie(name) : preferenceCookie(name, order)
}
