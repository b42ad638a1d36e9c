import { personPath } from '../users/use-person.ts'

export const personTabs = [
  'overview',
  'answers',
  'questions',
  'bookmarks',
  'reputation',
  'comments',
  'votes',
] as const
export type PersonTab = (typeof personTabs)[number]

const ownTabs: readonly PersonTab[] = ['bookmarks', 'votes']

/** Some of what a person has is theirs alone: to others it does not exist. */
export function mayOpen(tab: PersonTab, isOwn: boolean): boolean {
  return isOwn || !ownTabs.includes(tab)
}

export function tabPath(username: string, tab: PersonTab): string {
  const path = personPath(username)
  return tab === 'overview' ? path : `${path}/${tab}`
}
