import type { Endpoint } from '@stoa/contract/endpoint'
import { endpoints } from '@stoa/contract/endpoints'
import { loginSettings } from '@stoa/contract/settings/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rebuildSearch } from '../src/features/search/search.actions.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { plant, type Planted, type State, states } from './canaries.ts'
import { aSite, type TestSite } from './site.ts'

type Input = Record<string, string>

/** What every call that reads is asked, so that it tells as much as it can. Null: it never tells of posts. */
const asked: Record<string, ((planted: Planted) => Input[]) | null> = {
  'answer/info': ({ answers }) => byIds('id', answers),
  'answer/page': (planted) =>
    times(byIds('question_id', planted.questions), 'order', 'default', 'updated', 'vote'),
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
    ...times(byIds('object_id', questions), 'kind', 'answer', 'edit'),
    ...times(byIds('object_id', answers), 'kind', 'edit'),
  ],
  drafts: () => [{}],
  'language/config': null,
  'language/options': null,
  'meta/reaction': ({ questions, answers }) => [
    ...byIds('object_id', questions),
    ...byIds('object_id', answers),
  ],
  permission: null,
  'personal/answer/page': () => times(people, 'order', 'newest', 'default'),
  'personal/collection/page': () => [{}],
  'personal/comment/page': () => people,
  'personal/qa/top': () => people,
  'personal/question/page': () => times(people, 'order', ...orders.slice(0, 5)),
  'personal/rank/page': () => people,
  'personal/user/info': () => people,
  'personal/vote/page': () => [{}],
  'post/deletions': ({ questions, answers }) => [
    ...byIds('object_id', questions),
    ...byIds('object_id', answers),
  ],
  'question/info': ({ questions }) => byIds('id', questions),
  'question/invite': ({ questions }) => byIds('id', questions),
  'question/link': ({ questions }) => times(byIds('question_id', questions), 'order', ...orders),
  'question/page': () => [
    ...times([{}, { in_days: '7' }, ...people], 'order', ...orders),
    ...times([{}], 'tag', ...tagNames),
  ],
  'question/reading': ({ questions, answers, comments }) => [
    ...times(byIds('id', questions), 'order', 'default', 'updated', 'created', 'vote'),
    ...times(
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
  'question/recommend/page': () => [{}],
  'question/similar': () => times([{}], 'title', ...states.map((state) => `zq${state}title`)),
  'question/similar/tag': ({ questions }) => byIds('question_id', questions),
  'question/tags': () => times([{}], 'tag', '', 'zq', ...tagNames),
  revisions: ({ questions, answers }) => [
    ...byIds('object_id', questions),
    ...byIds('object_id', answers),
  ],
  'revisions/edit/check': ({ questions, answers }) => [
    ...byIds('id', questions),
    ...byIds('id', answers),
  ],
  search: () => [
    ...times([{}], 'q', ...states.map(wordsOf), '[shared]', 'is:answer zq'),
    { q: '[shared]', order: 'newest' },
  ],
  'search/desc': null,
  'search/suggest': () => times([{}], 'q', 'zq', ...states.map((state) => `zq${state}`)),
  siteinfo: null,
  tag: (planted) => [
    ...times([{}], 'name', ...tagNames),
    ...times([{}], 'id', planted.deletedTag, ...Object.values(planted.tags)),
  ],
  'tag/synonyms': (planted) =>
    times([{}], 'tag_id', planted.deletedTag, ...Object.values(planted.tags)),
  tags: () => [{ tags: tagNames.join(',') }],
  'tags/following': () => [{}],
  'tags/page': () => times([{}, { slug_name: 'zq' }], 'query_cond', 'popular', 'name', 'newest'),
  'user/action/record': null,
  'user/data': () => [{}],
  'user/info': () => [{}],
  'user/info/search': () => [{ username: 'a' }],
  // It would end the reader's session.
  'user/logout': null,
  'user/notification/config': null,
  'user/ranking': () => [{}],
  'user/second-factor': null,
  'user/sessions': null,
  'user/staff': () => [{}],
}

/** All that is written in a state; few searches, because many ask for a challenge. */
const wordsOf = (state: State) =>
  ['title', 'body', 'answer', 'reply'].map((end) => `zq${state}${end}`).join(' ')

const orders = ['newest', 'active', 'hot', 'score', 'unanswered', 'frequent']
const people = [{ username: 'ada' }, { username: 'ben' }]
const tagNames = [...states.map((state) => `zq${state}tag`), 'zqdeletedown', 'shared']

/** A tag lives on without questions, and calls about tags may name it. */
const tellsOfTags =
  /^(question\/tags|tag|tag\/synonyms|tags|tags\/page|tags\/following|\/tags\/\w+\/feed.atom)$/
/** What a reader keeps, voted on or wrote themselves is told to them, Ben, while they may read it. */
const tellsOfOwn = /^(personal\/(collection|vote)\/page|user\/data|drafts)$/

const isOwnList = (name: string, query: Input) =>
  name.startsWith('personal/') && query['username'] === 'ben'

/** The same input for each of these values of one field. */
function times(inputs: Input[], field: string, ...values: string[]): Input[] {
  return inputs.flatMap((input) => values.map((value) => ({ ...input, [field]: value })))
}

function byIds(field: string, ids: Record<State, string | string[]>): Input[] {
  return times([{}], field, ...Object.values(ids).flat())
}

const nameOf = ({ path }: Endpoint) => path.replace('/answer/api/v1/', '')

const reads = Object.values(endpoints)
  .flatMap((feature): Endpoint[] => Object.values(feature))
  .filter(({ method, access }) => method === 'GET' && access !== 'admin' && access !== 'install')

/** Addresses that are no calls. */
const pages = ({ questions }: Planted) => [
  '/feed.atom',
  ...tagNames.map((tag) => `/tags/${tag}/feed.atom`),
  ...Object.values(questions)
    .flat()
    .map((id) => `/questions/${id}/feed.atom`),
  ...people.map(({ username }) => `/users/${username}/feed.atom`),
  '/sitemap.xml',
  '/sitemap/question-1.xml',
  '/sitemap/tags.xml',
  '/robots.txt',
  '/opensearch.xml',
  '/llms.txt',
]

type Told = { name: string; url: string; query: Input; body: string; ofUnlisted: boolean }

/** Everything the site tells one reader. */
async function askAll(site: TestSite, planted: Planted, token: string | null): Promise<Told[]> {
  const unlisted = [planted.questions, planted.answers, planted.comments].flatMap(
    (ids) => ids.unlisted,
  )
  const calls = [
    ...reads.flatMap((endpoint) =>
      (asked[nameOf(endpoint)]?.(planted) ?? []).map((query) => ({
        name: nameOf(endpoint),
        url: endpoint.path,
        query,
      })),
    ),
    ...pages(planted).map((url) => ({ name: url, url, query: {} })),
  ]
  const told: Told[] = []
  for (const call of calls) {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` }
    const { body, statusCode } = await site.app.inject({ ...call, method: 'GET', headers })
    expect([500, 400, 429], `${call.url} ${JSON.stringify(call.query)}`).not.toContain(statusCode)
    const ofUnlisted = unlisted.some((id) => Object.values(call.query).includes(id))
    told.push({ ...call, body: body.toLowerCase(), ofUnlisted })
  }
  return told
}

/** Where something begins with `zq` and a state, and what it says, each once. */
function found(told: readonly Told[], state: State) {
  const seen = told.flatMap(({ name, query, body }) =>
    [...body.matchAll(new RegExp(`\\bzq${state}[a-z]+`, 'g'))].map(
      ([word]) => `${name} ${JSON.stringify(query)}: ${word}`,
    ),
  )
  return [...new Set(seen)]
}

const isOfLivingTag = (line: string) =>
  tellsOfTags.test(line.split(' ')[0] ?? '') && /: zq[a-z]+tag$/.test(line)

it('every call that reads is asked for what is hidden, or known to tell nothing of posts', () => {
  expect(reads.map(nameOf).toSorted()).toEqual(Object.keys(asked).toSorted())
})

describe.each(['open', 'private'] as const)('on a site that is %s', (kind) => {
  let site: TestSite
  let told: { visitor: Told[]; member: Told[] }
  beforeAll(async () => {
    site = await aSite()
    const planted = await plant(site)
    await rebuildSearch(site.ctx, () => {})
    if (kind === 'private')
      await transact(site.ctx, (tx) =>
        changeSettings(tx, site.ctx, loginSettings, { login_required: true }),
      )
    told = {
      visitor: await askAll(site, planted, null),
      member: await askAll(site, planted, planted.reader),
    }
  })
  afterAll(() => site.close())

  it.each(['visitor', 'member'] as const)(
    'a %s is told of nothing deleted or pending',
    (reader) => {
      for (const state of ['deleted', 'pending'] as const)
        expect(found(told[reader], state).filter((line) => !isOfLivingTag(line))).toEqual([])
    },
  )

  it.each(['visitor', 'member'] as const)(
    'a %s is told of what is unlisted only where they ask for it',
    (reader) => {
      const elsewhere = told[reader].filter(
        ({ name, query, ofUnlisted }) =>
          !ofUnlisted &&
          !(reader === 'member' && (tellsOfOwn.test(name) || isOwnList(name, query))),
      )
      expect(found(elsewhere, 'unlisted').filter((line) => !isOfLivingTag(line))).toEqual([])
    },
  )

  // What is listed says that the search works: it is found wherever it should be.
  it('a member is told of what is listed, in calls, feeds and the sitemap', () => {
    const names = new Set(found(told.member, 'listed').map((line) => line.split(' ')[0]))
    const expected = ['answer/info', 'answer/page', 'comment', 'comment/page', 'question/info']
    const lists = ['answer', 'comment', 'question', 'rank', 'vote', 'collection']
    expected.push(
      'question/page',
      'question/link',
      'question/reading',
      'question/similar',
      'search',
      'search/suggest',
      'question/similar/tag',
      'revisions',
      'personal/qa/top',
      '/feed.atom',
      'question/recommend/page',
    )
    expected.push(...lists.map((list) => `personal/${list}/page`), '/users/ada/feed.atom')
    if (kind === 'open') expected.push('/sitemap/question-1.xml', '/sitemap/tags.xml')
    expect(expected.filter((name) => !names.has(name))).toEqual([])
  })

  it('a visitor is told of it on an open site, and of nothing on a private one', () => {
    const seen = states.flatMap((state) => found(told.visitor, state))
    if (kind === 'private') expect(seen).toEqual([])
    else expect(seen.filter((line) => line.includes('zqlisted')).length).toBeGreaterThan(50)
  })
})
