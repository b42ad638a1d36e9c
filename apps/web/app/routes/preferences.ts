import { updateInterface } from '@stoa/contract/features/profile-settings'
import { defaultLanguage } from '@stoa/contract/features/users'
import { isLocale } from '@stoa/locales/languages'
import { redirect } from 'react-router'
import { submit } from '../kernel/api.server.ts'
import { visitContext } from '../kernel/context.server.ts'
import { homePath, toInternalPath } from '../kernel/paths.ts'
import {
  preferenceCookie,
  externalImagesCookie,
  isListView,
  listViewCookie,
  localeCookie,
  isTheme,
  themeCookie,
} from '../kernel/preferences.ts'
import type { Route } from './+types/preferences.ts'

/** Stores a preference in a cookie and redirects back. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const headers = new Headers()
  const locale = form.get(localeCookie)
  const theme = form.get(themeCookie)
  if (isLocale(locale)) headers.append('set-cookie', preferenceCookie(localeCookie, locale))
  if (form.get(externalImagesCookie) === 'always') {
    headers.append('set-cookie', preferenceCookie(externalImagesCookie, 'always'))
  }
  if (isTheme(theme)) headers.append('set-cookie', preferenceCookie(themeCookie, theme))
  const listView = form.get(listViewCookie)
  if (isListView(listView)) headers.append('set-cookie', preferenceCookie(listViewCookie, listView))
  await updateAccount(args, locale, theme)
  return redirect(toInternalPath(form.get('return')) ?? homePath, { headers })
}

/** Account settings override cookies, so those that are set change as well. */
async function updateAccount(args: Route.ActionArgs, locale: unknown, theme: unknown) {
  const { viewer } = args.context.get(visitContext)
  if (viewer === null) return
  const language =
    isLocale(locale) && viewer.language !== defaultLanguage ? locale : viewer.language
  const hasAccountTheme = isTheme(theme) && viewer.color_scheme !== 'default'
  const color_scheme = hasAccountTheme ? theme : viewer.color_scheme
  if (language === viewer.language && color_scheme === viewer.color_scheme) return
  await submit(args, updateInterface, { language, color_scheme })
}

export const loader = () => redirect(homePath)
