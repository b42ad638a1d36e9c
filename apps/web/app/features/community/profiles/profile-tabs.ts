import type { FeatureName } from '@stoa/contract/endpoints'
import { userPath } from '../../../kernel/paths.ts'

export const profileTabs = [
  'overview',
  'answers',
  'questions',
  'bookmarks',
  'drafts',
  'suggestions',
  'flags',
  'reputation',
  'badges',
  'comments',
  'votes',
] as const satisfies readonly ('overview' | FeatureName)[]
export type ProfileTab = (typeof profileTabs)[number]

const privateTabs: readonly ProfileTab[] = ['bookmarks', 'drafts', 'suggestions', 'flags', 'votes']

/** Private tabs do not exist for other users. */
export function canOpenTab(tab: ProfileTab, isOwn: boolean): boolean {
  return isOwn || !privateTabs.includes(tab)
}

export function tabPath(username: string, tab: ProfileTab): string {
  return userPath(username, tab === 'overview' ? undefined : tab)
}
