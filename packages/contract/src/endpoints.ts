import type { Endpoint } from './endpoint.ts'
import * as accounts from './features/accounts.ts'
import * as activity from './features/activity.ts'
import * as answers from './features/answers.ts'
import * as bookmarks from './features/bookmarks.ts'
import * as captcha from './features/captcha.ts'
import * as comments from './features/comments.ts'
import * as drafts from './features/drafts.ts'
import * as flaggedUsers from './features/flagged-users.ts'
import * as flags from './features/flags.ts'
import * as follows from './features/follows.ts'
import * as heldPosts from './features/held-posts.ts'
import * as ignoredTags from './features/ignored-tags.ts'
import * as install from './features/install.ts'
import * as invites from './features/invites.ts'
import * as live from './features/live.ts'
import * as mail from './features/mail.ts'
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
import * as site from './features/site.ts'
import * as suggestions from './features/suggestions.ts'
import * as staffLog from './features/staff-log.ts'
import * as tags from './features/tags.ts'
import * as uploads from './features/uploads.ts'
import * as contentModeration from './features/content-moderation.ts'
import * as userModeration from './features/user-moderation.ts'
import * as notifications from './features/notifications.ts'
import * as waves from './features/waves.ts'
import * as userPosts from './features/user-posts.ts'
import * as votes from './features/votes.ts'
import * as savedSearches from './features/saved-searches.ts'

/** Every endpoint of the product by feature and name. Add new features here. */
export const endpoints = {
  site: endpointsOf(site),
  accounts: endpointsOf(accounts),
  recovery: endpointsOf(recovery),
  sessions: endpointsOf(sessions),
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
  waves: endpointsOf(waves),
  live: endpointsOf(live),
  notifications: endpointsOf(notifications),
  search: endpointsOf(search),
  captcha: endpointsOf(captcha),
  mail: endpointsOf(mail),
  install: endpointsOf(install),
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
