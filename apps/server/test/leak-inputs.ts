// What `leaks.test.ts` calls each endpoint with.
import type { Endpoint } from '@stoa/contract/endpoint'
import { postBadges } from './badge-canaries.ts'
import { type Canaries, type State, states, suggestedWord } from './canaries.ts'
import { deriveInputs, type Examples, type Input, nameOf } from './read-inputs.ts'

/**
 * Inputs that return as much as possible. Null: never returns content. Endpoints that are not listed get every example
 * of their required fields.
 */
export const inputsByEndpoint: Record<string, ((canaries: Canaries) => Input[]) | null> = {
  'activity/timeline': ({ questions, answers, tags, deletedTag }) =>
    multiply(
      [
        ...byIds('object_id', questions),
        ...byIds('object_id', answers),
        ...multiply([{}], 'object_id', deletedTag, ...Object.values(tags)),
      ],
      'show_vote',
      'true',
    ),
  'activity/timeline/detail': ({ revisions }) =>
    multiply(multiply([{}], 'new_revision_id', ...revisions), 'old_revision_id', '0'),
  'answer/info': ({ answers }) => byIds('id', answers),
  'answer/page': (canaries) =>
    multiply(byIds('question_id', canaries.questions), 'order', 'default', 'updated', 'vote'),
  badge: () => multiply([{}], 'id', ...Object.values(postBadges)),
  'badge/awards/page': () =>
    multiply([{ page_size: '100' }], 'badge_id', ...Object.values(postBadges)),
  comment: ({ comments }) => byIds('id', comments),
  'comment/page': ({ questions, answers, comments }) => [
    ...byIds('object_id', questions),
    ...byIds('object_id', answers),
    ...byIds('comment_id', comments).map((input) => ({
      ...input,
      object_id: questions.listed[0]!,
    })),
  ],
  draft: ({ questions, answers }) => [
    ...multiply(byIds('object_id', questions), 'kind', 'answer', 'edit'),
    ...multiply(byIds('object_id', answers), 'kind', 'edit'),
  ],
  'language/config': null,
  'language/options': null,
  'notification/page': () => [
    ...multiply([{ page_size: '100' }], 'inbox_type', 'all', 'posts', 'votes'),
    { type: 'achievement', page_size: '100' },
  ],
  'meta/reaction': ({ questions, answers }) =>
    [questions, answers].flatMap((ids) => byIds('object_id', ids)),
  permission: null,
  'personal/answer/page': () => multiply(usernames, 'order', 'newest', 'default'),
  'personal/comment/page': () => usernames,
  'personal/qa/top': () => usernames,
  'personal/question/page': () => multiply(usernames, 'order', ...orders.slice(0, 5)),
  'personal/rank/page': () => usernames,
  'personal/user/info': () => usernames,
  'personal/user/statistics': () => usernames,
  'post/deletions': ({ questions, answers }) => [
    ...byIds('object_id', questions),
    ...byIds('object_id', answers),
  ],
  'question/info': ({ questions }) => byIds('id', questions),
  'question/invite': ({ questions }) => byIds('id', questions),
  'question/link': ({ questions }) => multiply(byIds('question_id', questions), 'order', ...orders),
  'question/page': () => [
    ...multiply([{}, { in_days: '7' }, ...usernames], 'order', ...orders),
    ...multiply([{}], 'tag', ...tagNames),
  ],
  'question/reading': ({ questions, answers, comments }) => [
    ...multiply(byIds('id', questions), 'order', 'default', 'updated', 'created', 'vote'),
    ...multiply(
      [
        ...byIds('answer_id', answers),
        ...byIds('comments_of', answers),
        ...byIds('comment_id', comments),
      ],
      'id',
      questions.listed[0]!,
    ),
    ...byIds('id', questions).map((input) => ({ ...input, comments_of: input['id']! })),
  ],
  'question/similar': () => multiply([{}], 'title', ...states.map((state) => `zq${state}title`)),
  'question/similar/tag': ({ questions }) => byIds('question_id', questions),
  'question/tags': () => multiply([{}], 'tag', '', 'zq', ...tagNames),
  revisions: ({ questions, answers }) => [
    ...byIds('object_id', questions),
    ...byIds('object_id', answers),
  ],
  'revisions/edit/check': ({ questions, answers }) => [
    ...byIds('id', questions),
    ...byIds('id', answers),
  ],
  'revisions/suggestion': ({ questions, answers, tags, deletedTag }) => [
    ...byIds('object_id', questions),
    ...byIds('object_id', answers),
    ...byIds('object_id', { ...tags, listed: [tags.listed, deletedTag] }),
  ],
  search: () => [
    ...multiply(
      [{}],
      'q',
      `${suggestedWord}body`,
      ...states.map(searchFor),
      '[shared]',
      'is:answer zq',
    ),
    { q: '[shared]', order: 'newest' },
  ],
  'search/desc': null,
  'search/suggest': () => multiply([{}], 'q', 'zq', ...states.map((state) => `zq${state}`)),
  siteinfo: null,
  'siteinfo/legal': null,
  tag: (canaries) => [
    ...multiply([{}], 'name', ...tagNames),
    ...multiply([{}], 'id', canaries.deletedTag, ...Object.values(canaries.tags)),
  ],
  'tag/synonyms': (canaries) =>
    multiply([{}], 'tag_id', canaries.deletedTag, ...Object.values(canaries.tags)),
  tags: () => [{ tags: tagNames.join(',') }],
  reasons: null,
  'waves/accounts': ({ wave }) => [{ id: wave }],
  'waves/info': ({ wave }) => [{ id: wave }],
  'waves/posts': ({ wave }) => [{ id: wave }],
  'waves/progress': ({ wave }) => [{ id: wave }],
  'tags/page': () => multiply([{}, { slug_name: 'zq' }], 'query_cond', 'popular', 'name', 'newest'),
  'user/action/record': null,
  'user/info/search': () => [{ username: 'a' }],
  // Would end the session.
  'user/invitation': null,
  'user/logout': null,
  'user/notification/config': null,
  'user/notification/choices': null,
  'plugin/status': null,
  'user/plugin/config': null,
  'user/plugin/configs': null,
  'user/second-factor': null,
  'user/sessions': null,
}

/** One search per state, because many searches require a captcha. */
const searchFor = (state: State) =>
  ['title', 'body', 'answer', 'reply'].map((end) => `zq${state}${end}`).join(' ')

const orders = ['newest', 'active', 'hot', 'score', 'unanswered', 'frequent']
export const usernames = [
  { username: 'ada' },
  { username: 'ben' },
  { username: 'eve' },
  { username: 'finn' },
  { username: 'gil' },
]
export const tagNames = [
  ...states.map((state) => `zq${state}tag`),
  'zqdeletedown',
  'zqpendingheldone',
  'shared',
]

/** One input per value of the field. */
function multiply(inputs: Input[], field: string, ...values: string[]): Input[] {
  return inputs.flatMap((input) => values.map((value) => ({ ...input, [field]: value })))
}

function byIds(field: string, ids: Record<State, string | string[]>): Input[] {
  return multiply([{}], field, ...Object.values(ids).flat())
}

const examplesOf = ({ questions, answers, comments, tags, moderatedUser }: Canaries): Examples => {
  const ids = [questions, answers, comments].flatMap((byState) => Object.values(byState).flat())
  return {
    id: ids,
    object_id: ids,
    question_id: Object.values(questions).flat(),
    answer_id: Object.values(answers).flat(),
    comment_id: Object.values(comments).flat(),
    tag_id: Object.values(tags),
    tag: tagNames,
    username: usernames.map(({ username }) => username),
    user_id: [moderatedUser],
  }
}

export function inputsOf(endpoint: Endpoint, canaries: Canaries): Input[] {
  const inputs = inputsByEndpoint[nameOf(endpoint)]
  return inputs === undefined
    ? deriveInputs(endpoint, examplesOf(canaries))
    : (inputs?.(canaries) ?? [])
}
