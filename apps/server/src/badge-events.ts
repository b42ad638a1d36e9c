import {
  allPages,
  allTopics,
  countsTopic,
  event,
  maxCountsTopics,
  userKey,
} from './kernel/invalidation.ts'

export const badgeEvents = {
  /** `objectId` is a question or an answer. */
  'post.shared': event<{ objectId: string; userId: string }>(() => ({})),
  /** Past deeds are not notified. More users than `maxCountsTopics` stand for everyone. */
  'badges.awarded': event<{ awardIds: string[]; userIds: string[]; isNotified: boolean }>(
    ({ userIds }) =>
      userIds.length > maxCountsTopics
        ? { pages: allPages, stored: [], live: [countsTopic('*')] }
        : { pages: userIds.map(userKey), live: userIds.map(countsTopic) },
  ),
  /** These awards are gone with what earned them. */
  'badges.removed': event<{ awardIds: string[]; userIds: string[] }>(({ userIds }) => ({
    pages: userIds.map(userKey),
    live: userIds.map(countsTopic),
  })),
  /** A badge is shown and awarded again, or no longer. */
  'badge.switched': event<{ badgeId: string; userId: string; isActive: boolean }>(() => ({
    pages: allPages,
    stored: [],
    live: [allTopics],
  })),
}
