import { isLocale } from '@stoa/locales/languages'
import { redirect } from 'react-router'
import { homePath, toInternalPath } from '../kernel/addresses.ts'
import { preferenceCookie } from '../kernel/cookies.ts'
import { localeCookie } from '../kernel/locale.ts'
import { isTheme, themeCookie } from '../kernel/theme.ts'
import type { Route } from './+types/preferences.ts'

/** Keeps a choice of language or theme in a cookie and goes back to where it was made. */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const headers = new Headers()
  const locale = form.get(localeCookie)
  const theme = form.get(themeCookie)
  if (isLocale(locale)) headers.append('set-cookie', preferenceCookie(localeCookie, locale))
  if (isTheme(theme)) headers.append('set-cookie', preferenceCookie(themeCookie, theme))
  return redirect(toInternalPath(form.get('return')) ?? homePath, { headers })
}

export const loader = () => redirect(homePath)
