import { accountsFeature } from './features/accounts/accounts.feature.ts'
import { activityFeature } from './features/activity/activity.feature.ts'
import { answersFeature } from './features/answers/answers.feature.ts'
import { bookmarksFeature } from './features/bookmarks/bookmarks.feature.ts'
import { captchaFeature } from './features/captcha/captcha.feature.ts'
import { cardsFeature } from './features/cards/cards.feature.ts'
import { commentsFeature } from './features/comments/comments.feature.ts'
import { draftsFeature } from './features/drafts/drafts.feature.ts'
import { feedsFeature } from './features/feeds/feeds.feature.ts'
import { followsFeature } from './features/follows/follows.feature.ts'
import { installFeature } from './features/install/install.feature.ts'
import { invitesFeature } from './features/invites/invites.feature.ts'
import { mailFeature } from './features/mail/mail.feature.ts'
import { pagesFeature } from './features/pages/pages.feature.ts'
import { peopleFeature } from './features/people/people.feature.ts'
import { personalFeature } from './features/personal/personal.feature.ts'
import { postsFeature } from './features/posts/posts.feature.ts'
import { profileFeature } from './features/profile/profile.feature.ts'
import { questionsFeature } from './features/questions/questions.feature.ts'
import { reactionsFeature } from './features/reactions/reactions.feature.ts'
import { readingFeature } from './features/reading/reading.feature.ts'
import { recommendedFeature } from './features/recommended/recommended.feature.ts'
import { relatedFeature } from './features/related/related.feature.ts'
import { reputationFeature } from './features/reputation/reputation.feature.ts'
import { revisionsFeature } from './features/revisions/revisions.feature.ts'
import { searchFeature } from './features/search/search.feature.ts'
import { secondFactorFeature } from './features/second-factor/second-factor.feature.ts'
import { siteFeature } from './features/site/site.feature.ts'
import { sitemapFeature } from './features/sitemap/sitemap.feature.ts'
import { tagsFeature } from './features/tags/tags.feature.ts'
import { uploadsFeature } from './features/uploads/uploads.feature.ts'
import { viewsFeature } from './features/views/views.feature.ts'
import { votesFeature } from './features/votes/votes.feature.ts'
import { indexListeners } from './kernel/events.ts'
import type { Feature } from './kernel/feature.ts'
import { idempotencyListeners } from './kernel/idempotency.ts'

/** Removing a line removes the feature. */
const features: readonly Feature[] = [
  siteFeature,
  accountsFeature,
  captchaFeature,
  mailFeature,
  profileFeature,
  peopleFeature,
  uploadsFeature,
  secondFactorFeature,
  tagsFeature,
  postsFeature,
  // In this order who leaves is taken out, roughly from the leaf to the root.
  commentsFeature,
  answersFeature,
  questionsFeature,
  revisionsFeature,
  draftsFeature,
  invitesFeature,
  votesFeature,
  reputationFeature,
  reactionsFeature,
  followsFeature,
  bookmarksFeature,
  viewsFeature,
  activityFeature,
  personalFeature,
  recommendedFeature,
  relatedFeature,
  readingFeature,
  feedsFeature,
  sitemapFeature,
  cardsFeature,
  searchFeature,
  pagesFeature,
  installFeature,
]

export const mounts = features.flatMap((feature) => feature.mount ?? [])

export const routes = features.flatMap((feature) => feature.routes ?? [])

export const listeners = indexListeners([
  ...features.flatMap((feature) => feature.listeners ?? []),
  ...idempotencyListeners,
])
