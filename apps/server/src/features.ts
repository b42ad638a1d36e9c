import { captchaFeature } from './features/site/captcha/captcha.feature.ts'
import { infoFeature } from './features/site/info/info.feature.ts'
import { mailFeature } from './features/site/mail/mail.feature.ts'
import { apiKeysFeature } from './features/people/api-keys/api-keys.feature.ts'
import { invitationsFeature } from './features/people/invitations/invitations.feature.ts'
import { connectorsFeature } from './features/people/connectors/connectors.feature.ts'
import { userCenterFeature } from './features/people/user-center/user-center.feature.ts'
import { authFeature } from './features/people/auth/auth.feature.ts'
import { answersFeature } from './features/content/answers/answers.feature.ts'
import { bookmarksFeature } from './features/content/bookmarks/bookmarks.feature.ts'
import { commentsFeature } from './features/content/comments/comments.feature.ts'
import { draftsFeature } from './features/content/drafts/drafts.feature.ts'
import { followsFeature } from './features/content/follows/follows.feature.ts'
import { ignoredTagsFeature } from './features/content/ignored-tags/ignored-tags.feature.ts'
import { holdingFeature } from './features/content/holding/holding.feature.ts'
import { invitesFeature } from './features/content/invites/invites.feature.ts'
import { questionPageFeature } from './features/content/question-page/question-page.feature.ts'
import { questionsFeature } from './features/content/questions/questions.feature.ts'
import { reactionsFeature } from './features/content/reactions/reactions.feature.ts'
import { relatedFeature } from './features/content/related/related.feature.ts'
import { revisionsFeature } from './features/content/revisions/revisions.feature.ts'
import { sharedContentFeature } from './features/content/shared/posts.feature.ts'
import { renderingFeature } from './features/content/rendering/rendering.feature.ts'
import { tagsFeature } from './features/content/tags/tags.feature.ts'
import { uploadsFeature } from './features/content/uploads/uploads.feature.ts'
import { viewsFeature } from './features/content/views/views.feature.ts'
import { votesFeature } from './features/content/votes/votes.feature.ts'
import { cardsFeature } from './features/discovery/cards/cards.feature.ts'
import { feedsFeature } from './features/discovery/feeds/feeds.feature.ts'
import { recommendedFeature } from './features/discovery/recommended/recommended.feature.ts'
import { searchFeature } from './features/discovery/search/search.feature.ts'
import { sitemapFeature } from './features/discovery/sitemap/sitemap.feature.ts'
import { activityFeature } from './features/community/activity/activity.feature.ts'
import { flaggedUsersFeature } from './features/community/flagged-users/flagged-users.feature.ts'
import { flagsFeature } from './features/community/flags/flags.feature.ts'
import { reviewFeature } from './features/community/review/review.feature.ts'
import { heldPostsFeature } from './features/community/held-posts/held-posts.feature.ts'
import { reasonsFeature } from './features/community/reasons/reasons.feature.ts'
import { suggestionsFeature } from './features/community/suggestions/suggestions.feature.ts'
import { staffLogFeature } from './features/community/staff-log/staff-log.feature.ts'
import { contentModerationFeature } from './features/community/content-moderation/content-moderation.feature.ts'
import { userModerationFeature } from './features/community/user-moderation/user-moderation.feature.ts'
import { badgesFeature } from './features/community/badges/badges.feature.ts'
import { liveFeature } from './features/community/live/live.feature.ts'
import { mailsFeature } from './features/community/mails/mails.feature.ts'
import { notificationsFeature } from './features/community/notifications/notifications.feature.ts'
import { pushFeature } from './features/community/push/push.feature.ts'
import { webhooksFeature } from './features/admin/webhooks/webhooks.feature.ts'
import { pluginsFeature } from './features/admin/plugins/plugins.feature.ts'
import { wavesFeature } from './features/community/waves/waves.feature.ts'
import { createExportRoutes } from './features/community/profiles/export.routes.ts'
import { profilesFeature } from './features/community/profiles/profiles.feature.ts'
import { dashboardFeature } from './features/admin/dashboard/dashboard.feature.ts'
import { bulkActionsFeature } from './features/admin/bulk-actions/bulk-actions.feature.ts'
import { contentAdminFeature } from './features/admin/content-admin/content-admin.feature.ts'
import { demoFeature } from './features/admin/demo/demo.feature.ts'
import { siteSettingsFeature } from './features/admin/site-settings/site-settings.feature.ts'
import { installFeature } from './features/admin/install/install.feature.ts'
import { healthFeature } from './features/admin/health/health.feature.ts'
import { operationsFeature } from './features/admin/operations/operations.feature.ts'
import { peopleFeature } from './features/admin/people/people.feature.ts'
import { savedSearchesFeature } from './features/discovery/saved-searches/saved-searches.feature.ts'
import { indexListeners } from './kernel/events.ts'
import type { Feature } from './kernel/feature.ts'
import { idempotencyListeners } from './kernel/idempotency.ts'
import { pageChangesListeners } from './kernel/page-changes.ts'

/** Removing a line removes the feature. */
const features: readonly Feature[] = [
  infoFeature,
  authFeature,
  connectorsFeature,
  userCenterFeature,
  invitationsFeature,
  apiKeysFeature,
  captchaFeature,
  mailFeature,
  profilesFeature,
  uploadsFeature,
  tagsFeature,
  sharedContentFeature,
  renderingFeature,
  // Deleting an account removes its data in this order.
  commentsFeature,
  answersFeature,
  questionsFeature,
  revisionsFeature,
  draftsFeature,
  holdingFeature,
  invitesFeature,
  votesFeature,
  reactionsFeature,
  followsFeature,
  ignoredTagsFeature,
  bookmarksFeature,
  viewsFeature,
  activityFeature,
  reasonsFeature,
  flagsFeature,
  flaggedUsersFeature,
  reviewFeature,
  suggestionsFeature,
  heldPostsFeature,
  staffLogFeature,
  contentModerationFeature,
  userModerationFeature,
  wavesFeature,
  recommendedFeature,
  relatedFeature,
  questionPageFeature,
  feedsFeature,
  sitemapFeature,
  cardsFeature,
  searchFeature,
  installFeature,
  dashboardFeature,
  operationsFeature,
  healthFeature,
  contentAdminFeature,
  bulkActionsFeature,
  siteSettingsFeature,
  demoFeature,
  peopleFeature,
  savedSearchesFeature,
  badgesFeature,
  liveFeature,
  // Locks last.
  notificationsFeature,
  mailsFeature,
  pushFeature,
  webhooksFeature,
  pluginsFeature,
]

export const mounts = features.flatMap((feature) => feature.mount ?? [])

export const exportLists = features.flatMap((feature) => Object.entries(feature.exports ?? {}))

export const routes = [
  ...features.flatMap((feature) => feature.routes ?? []),
  ...createExportRoutes(exportLists),
]

export const listeners = indexListeners([
  ...features.flatMap((feature) => feature.listeners ?? []),
  ...idempotencyListeners,
  ...pageChangesListeners,
])
