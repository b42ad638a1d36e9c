import { getTimeline } from '@stoa/contract/features/activity'
import { listMyBookmarks } from '@stoa/contract/features/bookmarks'
import { listComments, listCommentsOf } from '@stoa/contract/features/comments'
import { getFlaggedUserContext, listFlaggedUsers } from '@stoa/contract/features/flagged-users'
import { listOwnFlags } from '@stoa/contract/features/flags'
import { listFollowedTags } from '@stoa/contract/features/follows'
import { listIgnoredTags } from '@stoa/contract/features/ignored-tags'
import { getUser, getUserStatistics, listUsers } from '@stoa/contract/features/profiles'
import {
  listAnswersOfUser,
  listQuestionsOfUser,
  listTopPosts,
} from '@stoa/contract/features/user-posts'
import {
  listLinkingQuestions,
  listQuestions,
  questionOrders,
} from '@stoa/contract/features/questions'
import { readQuestion } from '@stoa/contract/features/question-page'
import { listRecommended } from '@stoa/contract/features/recommended'
import { listReputation } from '@stoa/contract/features/reputation'
import { search, suggestSearch } from '@stoa/contract/features/search'
import { listOpenSuggestions, listOwnSuggestions } from '@stoa/contract/features/suggestions'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { listRelatedTags, listTags, suggestTags } from '@stoa/contract/features/tags'
import { getUserModeration } from '@stoa/contract/features/user-moderation'
import { listMyVotes } from '@stoa/contract/features/votes'
import { getWave, listWaveAccounts, listWavePosts, listWaves } from '@stoa/contract/features/waves'
import { badgeQueries } from './badge-plans.ts'
import { large } from './large-site.ts'
import { notificationQueries } from './notification-plans.ts'
import {
  deriveInputs,
  type Examples,
  type FrequentQuery,
  nameOf,
  readEndpoints,
} from './read-inputs.ts'

const orderIndex = {
  newest: 'questions_newest',
  active: 'questions_active',
  hot: 'questions_hot',
  score: 'questions_score',
  unanswered: 'questions_unanswered',
  frequent: 'questions_frequent',
} as const

const { authorName: username, busyQuestion, usualQuestion } = large

/** Frequent requests, and the indexes they must use on a large site. */
const listedQueries: readonly FrequentQuery[] = [
  ...questionOrders.flatMap((order): FrequentQuery[] => [
    {
      name: `list, ${order}`,
      endpoint: listQuestions,
      input: { order },
      uses: [orderIndex[order]],
    },
    {
      name: `list, ${order}, page 500`,
      endpoint: listQuestions,
      input: { order, page: '500' },
      uses: [orderIndex[order]],
    },
  ]),
  ...[large.commonTag, large.usualTag, large.rareTag].flatMap((tag) =>
    (['newest', 'active', 'score'] as const).map((order) => ({
      name: `list of ${tag}, ${order}`,
      endpoint: listQuestions,
      input: { tag, order },
      uses: ['question_tags_'],
    })),
  ),
  {
    name: 'reading a usual question',
    endpoint: readQuestion,
    input: { id: usualQuestion },
    uses: ['answers_', 'comments_post', 'question_tags_tag'],
  },
  {
    name: 'reading a usual question, as a member',
    endpoint: readQuestion,
    input: { id: usualQuestion },
    isMember: true,
    uses: ['votes_'],
  },
  {
    name: 'reading a busy question',
    endpoint: readQuestion,
    input: { id: busyQuestion },
    uses: ['answers_', 'comments_post', 'question_links_to'],
  },
  {
    name: 'reading a busy question around an answer',
    endpoint: readQuestion,
    input: { id: busyQuestion, answer_id: large.busyAnswer, comments_of: large.busyAnswer },
    isMember: true,
    uses: ['answers_', 'comments_post'],
  },
  {
    name: 'questions that link to a busy one',
    endpoint: listLinkingQuestions,
    input: { question_id: busyQuestion },
    uses: ['question_links_'],
  },
  {
    name: 'questions that link to a usual one',
    endpoint: listLinkingQuestions,
    input: { question_id: usualQuestion },
    uses: ['question_links_to'],
  },
  {
    name: 'timeline of a busy question',
    endpoint: getTimeline,
    input: { object_id: busyQuestion, show_vote: 'true' },
    isMember: true,
    uses: [
      'activities_object_id',
      'answers_',
      'comments_post',
      'votes_',
      'reputation_entries_object_id',
    ],
  },
  {
    name: 'timeline of a busy answer',
    endpoint: getTimeline,
    input: { object_id: large.busyAnswer, show_vote: 'true' },
    isMember: true,
    uses: ['activities_object_id', 'comments_post', 'votes_'],
  },
  {
    name: 'timeline of a tag',
    endpoint: getTimeline,
    input: { object_id: large.usualTagId },
    isMember: true,
    uses: ['activities_object_id'],
  },
  {
    name: 'comments',
    endpoint: listComments,
    input: { object_id: busyQuestion },
    uses: ['comments_post'],
  },
  ...(['newest', 'active', 'score'] as const).map((order) => ({
    name: `questions of a user, ${order}`,
    endpoint: listQuestionsOfUser,
    input: { username, order },
    uses: ['questions_user_'],
  })),
  {
    name: 'best answers of a busy user',
    endpoint: listAnswersOfUser,
    input: { username: large.busyName, order: 'score' },
    uses: ['answers_user_best'],
  },
  {
    name: 'newest answers of a busy user',
    endpoint: listAnswersOfUser,
    input: { username: large.busyName, order: 'newest' },
    uses: ['answers_user_id'],
  },
  {
    name: 'comments of a busy user',
    endpoint: listCommentsOf,
    input: { username: large.busyName },
    uses: ['comments_'],
  },
  {
    name: 'reputation of a busy user',
    endpoint: listReputation,
    input: { username: large.busyName },
    uses: ['reputation_entries_'],
  },
  {
    name: 'best posts of a busy user',
    endpoint: listTopPosts,
    input: { username: large.busyName },
    uses: ['questions_user_best', 'answers_user_best'],
  },
  {
    name: 'statistics of a busy user',
    endpoint: getUserStatistics,
    input: { username: large.busyName },
    uses: ['questions_user_', 'answers_user_', 'reputation_entries_day'],
  },
  ...(
    [
      ['all', {}, 'newest'],
      ['of a week', { from: '2026-01-01', to: '2026-01-07' }, 'newest'],
      ['by actor', { actor: large.authorName }, 'actor'],
      ['by action', { action: 'reopen' }, 'action'],
      ['by object', { object_id: busyQuestion }, 'object'],
      ['by user', { username: large.authorName }, 'user'],
    ] as const
  ).map(([name, input, index]): FrequentQuery => ({
    name: `staff log, ${name}`,
    endpoint: listStaffLog,
    input,
    isMember: true,
    uses: [`staff_log_${index}`],
  })),
  {
    name: 'moderation of a busy user',
    endpoint: getUserModeration,
    input: { user_id: large.busyUser },
    isMember: true,
    uses: ['staff_log_'],
  },
  {
    name: 'flagged users',
    endpoint: listFlaggedUsers,
    input: {},
    isStaff: true,
    uses: ['flag_cases_user_queue'],
  },
  {
    name: 'context of a flagged user',
    endpoint: getFlaggedUserContext,
    input: { user_id: large.busyUser },
    isStaff: true,
    uses: ['flag_cases_', 'questions_', 'answers_'],
  },
  ...notificationQueries,
  ...badgeQueries,
  { name: 'my flags', endpoint: listOwnFlags, input: {}, isMember: true, uses: ['flags_user_id'] },
  { name: 'all users', endpoint: listUsers, input: {}, uses: ['users_reputation'] },
  {
    name: 'users by name',
    endpoint: listUsers,
    input: { username: 'user1' },
    uses: ['users_username_prefix', 'users_display_name_prefix'],
  },
  { name: 'profile of a user', endpoint: getUser, input: { username }, uses: ['users_username'] },
  { name: 'my votes', endpoint: listMyVotes, input: {}, isMember: true, uses: ['votes_'] },
  {
    name: 'my bookmarks',
    endpoint: listMyBookmarks,
    input: {},
    isMember: true,
    uses: ['bookmarks_'],
  },
  { name: 'my tags', endpoint: listFollowedTags, input: {}, isMember: true, uses: ['follows_'] },
  {
    name: 'my ignored tags',
    endpoint: listIgnoredTags,
    input: {},
    isMember: true,
    uses: ['ignored_tags_'],
  },
  {
    name: 'open suggested edits',
    endpoint: listOpenSuggestions,
    input: {},
    isStaff: true,
    uses: ['suggestions_queue'],
  },
  {
    name: 'my suggested edits',
    endpoint: listOwnSuggestions,
    input: {},
    isMember: true,
    uses: ['suggestions_user_id'],
  },
  ...(['open', 'decided'] as const).map((status) => ({
    name: `spam waves, ${status}`,
    endpoint: listWaves,
    input: { status },
    isStaff: true,
    uses: ['waves_'],
  })),
  {
    name: 'a large spam wave',
    endpoint: getWave,
    input: { id: large.wave },
    isStaff: true,
    uses: ['post_traces_wave_id', 'wave_accounts_'],
  },
  {
    name: 'posts of a large spam wave',
    endpoint: listWavePosts,
    input: { id: large.wave },
    isStaff: true,
    uses: ['post_traces_wave_id'],
  },
  {
    name: 'accounts of a large spam wave',
    endpoint: listWaveAccounts,
    input: { id: large.wave },
    isStaff: true,
    uses: ['wave_accounts_', 'post_traces_user_id'],
  },
  { name: 'recommended', endpoint: listRecommended, input: {}, isMember: true, uses: ['follows_'] },
  ...[
    ['a common word', 'common'],
    ['a rare word', 'seldom'],
    ['a phrase', '"word17 common"'],
    ['two tags', `[${large.usualTag}] [${large.commonTagBeside}]`],
    ['one tag and not another', `[${large.usualTag}] -[${large.commonTag}]`],
    ['a tag and a word', `[${large.usualTag}] often`],
    ['a mistyped word', 'serldom'],
  ].map(([name, q]) => ({
    name: `search for ${name}`,
    endpoint: search,
    input: { q: q! },
    uses: ['search_documents_', ...(name === 'two tags' ? ['tag_sets_tags'] : [])],
  })),
  {
    name: 'search suggestions',
    endpoint: suggestSearch,
    input: { q: 'word1717' },
    uses: [],
  },
  {
    name: 'tags beside a common one',
    endpoint: listRelatedTags,
    input: { tag: large.commonTag },
    uses: ['question_tags_'],
  },
  { name: 'tag suggestions', endpoint: suggestTags, input: { tag: 'tag1' }, uses: [] },
  ...(['popular', 'name', 'newest'] as const).map((query_cond) => ({
    name: `tags, ${query_cond}`,
    endpoint: listTags,
    input: { query_cond },
    uses: [],
  })),
]

/** Read endpoints that are not tested, and why. */
const withoutPlan: Record<string, string> = {
  'activity/timeline/detail': 'two rows by their ids',
  'answer/info': 'one row by its id',
  comment: 'one row by its id',
  'comment/revisions': 'the versions of one comment',
  draft: 'one row by its key',
  'language/config': 'reads no table',
  'language/options': 'reads no table',
  permission: 'reads no table',
  'plugin/status': 'reads no table',
  'post/deletions': 'one row by its id',
  'question/figures': 'counts up to 100,000 questions, at most once an hour',
  reasons: 'reads no table',
  'revisions/edit/check': 'one row by its id',
  'revisions/suggestion': 'one row by its key',
  'search/desc': 'reads no table',
  siteinfo: 'reads no table',
  'siteinfo/legal': 'reads no table',
  tag: 'one row by its name',
  'user/action/record': 'one row by its key',
  'user/data': 'reads every row of a user, in batches',
  'user/invitation': 'one row by its token',
  'user/logout': 'ends the session',
  'user/plugin/config': 'one row by its key',
  'user/plugin/configs': 'reads no table',
  'user/ranking': 'reads a week, cached for ten minutes',
  'waves/progress': 'one row by its id, and counts of its posts and accounts',
  'user/staff': 'reads the few accounts of staff, cached with the ranking',
}

const examples: Examples = {
  id: [busyQuestion],
  object_id: [busyQuestion],
  question_id: [busyQuestion],
  tag_id: [large.usualTagId],
  tags: [large.usualTag],
  username: [large.busyName],
}

/** Endpoints that are in neither list must at least not scan a table. */
const derivedQueries = readEndpoints
  .filter((endpoint) => !listedQueries.some((query) => query.endpoint === endpoint))
  .filter((endpoint) => !(nameOf(endpoint) in withoutPlan))
  .flatMap((endpoint) =>
    deriveInputs(endpoint, examples).map((input) => ({
      name: `${nameOf(endpoint)} ${JSON.stringify(input)}`,
      endpoint,
      input,
      isMember: true,
      uses: [],
    })),
  )

export const frequentQueries: readonly FrequentQuery[] = [...listedQueries, ...derivedQueries]

/** Reasons of endpoints that are gone or have a plan. */
export function findNeedlessReasons(): string[] {
  const unlisted = readEndpoints.filter(
    (endpoint) => !listedQueries.some((query) => query.endpoint === endpoint),
  )
  return Object.keys(withoutPlan).filter((name) => !unlisted.map(nameOf).includes(name))
}
