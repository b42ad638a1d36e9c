import {
  getBadge,
  listBadgeAwards,
  listBadges,
  listRecentUserBadges,
  listUserBadges,
} from '@stoa/contract/features/badges'
import { postBadges } from './badge-canaries.ts'
import { large } from './large-site.ts'
import type { FrequentQuery } from './read-inputs.ts'

export const badgeQueries: readonly FrequentQuery[] = [
  {
    name: 'badges, with my progress',
    endpoint: listBadges,
    input: {},
    isMember: true,
    uses: ['badge_awards_user_id', 'questions_user_best', 'answers_user_best'],
  },
  {
    name: 'one badge',
    endpoint: getBadge,
    input: { id: postBadges.answer },
    isMember: true,
    uses: ['badge_awards_user_id'],
  },
  ...['1', '200'].map((page) => ({
    name: `awards of a badge, page ${page}`,
    endpoint: listBadgeAwards,
    input: { badge_id: postBadges.answer, page },
    uses: ['badge_awards_'],
  })),
  {
    name: 'awards of a badge to a user',
    endpoint: listBadgeAwards,
    input: { badge_id: postBadges.answer, username: large.busyName },
    uses: ['badge_awards_'],
  },
  ...[listUserBadges, listRecentUserBadges].map((endpoint) => ({
    name: `badges of a user, ${endpoint.path.split('/').at(-1)}`,
    endpoint,
    input: { username: large.busyName },
    uses: ['badge_awards_user_id'],
  })),
]
