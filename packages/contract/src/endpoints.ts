import type { Endpoint } from './endpoint.ts'
import * as accounts from './features/accounts.ts'
import * as activity from './features/activity.ts'
import * as apiKeys from './features/api-keys.ts'
import * as answers from './features/answers.ts'
import * as badges from './features/badges.ts'
import * as bookmarks from './features/bookmarks.ts'
import * as bulkActions from './features/bulk-actions.ts'
import * as captcha from './features/captcha.ts'
import * as connectors from './features/connectors.ts'
import * as comments from './features/comments.ts'
import * as dashboard from './features/dashboard.ts'
import * as drafts from './features/drafts.ts'
import * as flaggedUsers from './features/flagged-users.ts'
import * as flags from './features/flags.ts'
import * as follows from './features/follows.ts'
import * as health from './features/health.ts'
import * as heldPosts from './features/held-posts.ts'
import * as ignoredTags from './features/ignored-tags.ts'
import * as install from './features/install.ts'
import * as invitations from './features/invitations.ts'
import * as invites from './features/invites.ts'
import * as live from './features/live.ts'
import * as mail from './features/mail.ts'
import * as mailCheck from './features/mail-check.ts'
import * as mails from './features/mails.ts'
import * as operations from './features/operations.ts'
import * as people from './features/people.ts'
import * as userOverview from './features/user-overview.ts'
import * as posts from './features/posts.ts'
import * as profileSettings from './features/profile-settings.ts'
import * as profiles from './features/profiles.ts'
import * as questionPage from './features/question-page.ts'
import * as questions from './features/questions.ts'
import * as reasons from './features/reasons.ts'
import * as reactions from './features/reactions.ts'
import * as recommended from './features/recommended.ts'
import * as recovery from './features/recovery.ts'
import * as related from './features/related.ts'
import * as reputation from './features/reputation.ts'
import * as review from './features/review.ts'
import * as revisions from './features/revisions.ts'
import * as search from './features/search.ts'
import * as secondFactor from './features/second-factor.ts'
import * as sessions from './features/sessions.ts'
import * as settingsPreviews from './features/settings-previews.ts'
import * as shares from './features/shares.ts'
import * as signIns from './features/sign-ins.ts'
import * as site from './features/site.ts'
import * as siteSettings from './features/site-settings.ts'
import * as suggestions from './features/suggestions.ts'
import * as staffLog from './features/staff-log.ts'
import * as tags from './features/tags.ts'
import * as uploads from './features/uploads.ts'
import * as contentAdmin from './features/content-admin.ts'
import * as contentModeration from './features/content-moderation.ts'
import * as userModeration from './features/user-moderation.ts'
import * as notifications from './features/notifications.ts'
import * as push from './features/push.ts'
import * as waves from './features/waves.ts'
import * as plugins from './features/plugins.ts'
import * as webhooks from './features/webhooks.ts'
import * as userCenter from './features/user-center.ts'
import * as userPosts from './features/user-posts.ts'
import * as votes from './features/votes.ts'
import * as savedSearches from './features/saved-searches.ts'

/** Every endpoint of the product by feature and name. Add new features here. */
export const endpoints = {
  site: endpointsOf(site),
  'site-settings': endpointsOf(siteSettings),
  'settings-previews': endpointsOf(settingsPreviews),
  accounts: endpointsOf(accounts),
  recovery: endpointsOf(recovery),
  sessions: endpointsOf(sessions),
  'sign-ins': endpointsOf(signIns),
  connectors: endpointsOf(connectors),
  'user-center': endpointsOf(userCenter),
  'profile-settings': endpointsOf(profileSettings),
  profiles: endpointsOf(profiles),
  uploads: endpointsOf(uploads),
  'second-factor': endpointsOf(secondFactor),
  tags: endpointsOf(tags),
  posts: endpointsOf(posts),
  questions: endpointsOf(questions),
  answers: endpointsOf(answers),
  comments: endpointsOf(comments),
  votes: endpointsOf(votes),
  reputation: endpointsOf(reputation),
  revisions: endpointsOf(revisions),
  suggestions: endpointsOf(suggestions),
  drafts: endpointsOf(drafts),
  invites: endpointsOf(invites),
  reactions: endpointsOf(reactions),
  follows: endpointsOf(follows),
  'ignored-tags': endpointsOf(ignoredTags),
  bookmarks: endpointsOf(bookmarks),
  'user-posts': endpointsOf(userPosts),
  recommended: endpointsOf(recommended),
  related: endpointsOf(related),
  'question-page': endpointsOf(questionPage),
  reasons: endpointsOf(reasons),
  flags: endpointsOf(flags),
  'flagged-users': endpointsOf(flaggedUsers),
  review: endpointsOf(review),
  'held-posts': endpointsOf(heldPosts),
  activity: endpointsOf(activity),
  'staff-log': endpointsOf(staffLog),
  'content-moderation': endpointsOf(contentModeration),
  'user-moderation': endpointsOf(userModeration),
  people: endpointsOf(people),
  'user-overview': endpointsOf(userOverview),
  invitations: endpointsOf(invitations),
  'api-keys': endpointsOf(apiKeys),
  waves: endpointsOf(waves),
  plugins: endpointsOf(plugins),
  webhooks: endpointsOf(webhooks),
  live: endpointsOf(live),
  badges: endpointsOf(badges),
  shares: endpointsOf(shares),
  notifications: endpointsOf(notifications),
  push: endpointsOf(push),
  search: endpointsOf(search),
  captcha: endpointsOf(captcha),
  mail: endpointsOf(mail),
  'mail-check': endpointsOf(mailCheck),
  mails: endpointsOf(mails),
  install: endpointsOf(install),
  dashboard: endpointsOf(dashboard),
  operations: endpointsOf(operations),
  health: endpointsOf(health),
  'content-admin': endpointsOf(contentAdmin),
  'bulk-actions': endpointsOf(bulkActions),
  'saved-searches': endpointsOf(savedSearches),
} as const satisfies Record<string, Record<string, Endpoint>>

export type FeatureName = keyof typeof endpoints

/** Filters out the schemas and constants that a feature module also exports. */
function endpointsOf(module: object): Record<string, Endpoint> {
  return Object.fromEntries(Object.entries(module).filter(([, value]) => isEndpoint(value)))
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'response' in value
}
