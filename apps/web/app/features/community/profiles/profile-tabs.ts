import { userPath } from '../../people/users/use-user-summary.ts'

export const profileTabs = [
  'overview',
  'answers',
  'questions',
  'bookmarks',
  'reputation',
  'comments',
  'votes',
] as const
export type ProfileTab = (typeof profileTabs)[number]

const privateTabs: readonly ProfileTab[] = ['bookmarks', 'votes']

/** Private tabs do not exist for other users. */
export function canOpenTab(tab: ProfileTab, isOwn: boolean): boolean {
  return isOwn || !privateTabs.includes(tab)
}

export function tabPath(username: string, tab: ProfileTab): string {
  const path = userPath(username)
  return tab === 'overview' ? path : `${path}/${tab}`
}
