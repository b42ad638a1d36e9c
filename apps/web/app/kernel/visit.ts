import { roles } from '@stoa/contract/access'
import type { NotificationStatus } from '@stoa/contract/features/notifications'
import type { SiteInfo } from '@stoa/contract/features/site'
import type { CurrentUser } from '@stoa/contract/features/users'
import type { Privilege } from '@stoa/contract/settings/people'
import type { Locale } from '@stoa/locales/languages'
import type { SlotName } from '@stoa/plugin-kit/slots'
import type { ListView, Theme } from './preferences.ts'

/** Sent with every page, so only what pages need. */
export type Site = {
  name: string
  url: string
  shortDescription: string
  description: string
  contactEmail: string
  timeZone: string
  primaryColor: string
  /** Absent in most pages, which then need not mention it. */
  hasColoredHeader?: true
  permalink: SiteInfo['site_seo']['permalink']
  registrationOpen: boolean
  passwordLogin: boolean
  /** Missing if the site manages its accounts itself. */
  userCenter?: UserCenterInfo
  loginRequired: boolean
  /** Null in normal operation. */
  mode: SiteInfo['site_mode'] | null
  hasTerms: boolean
  hasPrivacy: boolean
  logo: string
  mobileLogo: string
  favicon: string
  /** Upload limits, and the extensions allowed besides images. */
  uploads: { imageMegabytes: number; attachmentMegabytes: number; attachments: string[] }
}

/** A plugin that manages the accounts of the site. */
export type UserCenterInfo = {
  /** Of the service. */
  readonly name: string
  /** Whether users log in there only. */
  readonly ownsLogin: boolean
  /** For the user menu. */
  readonly links: readonly { label: string; url: string }[]
}

/** A plugin with a part in pages, as browsers know it. */
export type PagePlugin = {
  slug: string
  name: string
  /** The URL of the folder of its files, which changes with them. */
  files: string
  /** Files in it. */
  script: string | null
  style: string | null
  hasMessages: boolean
  /** Places that its script fills. */
  slots: readonly SlotName[]
  /** Matches Markdown of which it may show a part, without case; null if it shows none. */
  texts: string | null
  /** Whether its script changes what it shows in texts. */
  hasPieces: boolean
  /** Pages with a link in the side navigation. */
  links: readonly { path: string; title: string }[]
  hasUserSettings: boolean
}

/** HTML of plugins, by slot. */
export type SlotHtml = Readonly<Record<string, readonly { plugin: string; html: string }[]>>

export type Visit = {
  viewer: Viewer | null
  site: Site
  locale: Locale
  theme: Theme
  /** The user's, or else the site's. */
  timeZone: string
  /** By the site's setting or the reader's consent. */
  showsExternalImages: boolean
  listView: ListView
  /** Single-key shortcuts, which a user of speech input may want to turn off. */
  hasShortcuts: boolean
  /** Unix seconds, rounded down to the minute so that pages rendered within a minute are identical. */
  now: number
  /** Missing if there are none, because it is sent with every page. */
  plugins?: readonly PagePlugin[]
  /** HTML of plugins in the side navigation. */
  slots?: SlotHtml
}

/** The logged-in user, reduced to the fields pages need. */
export type Viewer = Pick<
  CurrentUser,
  | 'id'
  | 'username'
  | 'display_name'
  | 'avatar'
  | 'rank'
  | 'e_mail'
  | 'status'
  | 'mail_status'
  | 'role_id'
  | 'suspended_until'
  | 'silenced_until'
  | 'has_warning'
  | 'language'
  | 'color_scheme'
  | 'ignored_tags'
> & {
  /** Reputation required for privileges the user does not have yet. */
  lacking: Partial<Record<Privilege, number>>
  /** Whether there is a review queue for the user. */
  canReview: boolean
  /** Null for users who are not activated or suspended. */
  counts: NewCounts | null
}

/** What is new for a member: notifications in the inbox, achievements with their reputation, open cases. */
export type NewCounts = {
  inbox: number
  achievement: number
  points: number
  cases: number
  /** One that the member has not been congratulated on. */
  badge?: NotificationStatus['badge_award']
}

export function toNewCounts(status: NotificationStatus): NewCounts {
  const {
    inbox,
    achievement,
    achievement_points: points,
    revision: cases,
    badge_award: badge,
  } = status
  return { inbox, achievement, points, cases, badge }
}

export const isActivated = (viewer: Viewer) => viewer.mail_status === 1
export const isSuspended = (viewer: Viewer) => viewer.status === 'suspended'
const isNormal = (viewer: Viewer) => isActivated(viewer) && !isSuspended(viewer)
export const isAdmin = (viewer: Viewer) => isNormal(viewer) && viewer.role_id === roles.admin
export const isStaff = (viewer: Viewer) =>
  isAdmin(viewer) || (isNormal(viewer) && viewer.role_id === roles.moderator)
