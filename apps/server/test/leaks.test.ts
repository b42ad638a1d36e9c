import type { Endpoint } from '@stoa/contract/endpoint'
import { listOwnFlags } from '@stoa/contract/features/flags'
import { listOpenSuggestions, listOwnSuggestions } from '@stoa/contract/features/suggestions'
import { getWave } from '@stoa/contract/features/waves'
import { loginSettings } from '@stoa/contract/settings/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rebuildSearch } from '../src/features/discovery/search/search.actions.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { awardEverything } from './badge-canaries.ts'
import { createCanaries, type Canaries, type State, states, suggestedWord } from './canaries.ts'
import { inputsByEndpoint, inputsOf, tagNames, usernames } from './leak-inputs.ts'
import { type Input, nameOf, readEndpoints } from './read-inputs.ts'
import { aSite, type TestSite } from './site.ts'

/** A tag still exists without visible questions, so tag endpoints may return it. */
const canNameTags =
  /^(activity\/timeline(\/detail)?|question\/tags|tag|tag\/synonyms|tags|tags\/page|tags\/(following|ignored)|\/tags\/\w+\/feed.atom)$/
/** Users may see their own bookmarks, votes, flags, posts and suggested edits, and their notifications. */
const canListOwn =
  /^(personal\/(collection|vote)\/page|user\/data|drafts|revisions\/suggested|report\/own|notification\/page)$/

const isOwnList = (name: string, query: Input) =>
  name.startsWith('personal/') && query['username'] === 'ben'

/** URLs outside the API. */
const pageUrls = ({ questions }: Canaries) => [
  '/feed.atom',
  ...tagNames.map((tag) => `/tags/${tag}/feed.atom`),
  ...Object.values(questions)
    .flat()
    .map((id) => `/questions/${id}/feed.atom`),
  ...usernames.map(({ username }) => `/users/${username}/feed.atom`),
  '/sitemap.xml',
  '/sitemap/question-1.xml',
  '/sitemap/tags.xml',
  '/robots.txt',
  '/opensearch.xml',
  '/manifest.webmanifest',
  '/llms.txt',
]

type CapturedResponse = {
  name: string
  url: string
  query: Input
  body: string
  ofUnlisted: boolean
}

/** All responses the site gives one reader. */
async function requestAll(
  site: TestSite,
  canaries: Canaries,
  token: string | null,
): Promise<CapturedResponse[]> {
  const unlisted = [canaries.questions, canaries.answers, canaries.comments]
    .flatMap((ids) => ids.unlisted)
    .concat(canaries.unlistedRevisions)
  const calls = [
    ...readEndpoints.flatMap((endpoint) =>
      inputsOf(endpoint, canaries).map((query) => ({
        name: nameOf(endpoint),
        url: endpoint.path,
        query,
      })),
    ),
    ...pageUrls(canaries).map((url) => ({ name: url, url, query: {} })),
  ]
  const responses: CapturedResponse[] = []
  for (const call of calls) {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` }
    const { body, statusCode } = await site.app.inject({ ...call, method: 'GET', headers })
    expect([500, 400, 429], `${call.url} ${JSON.stringify(call.query)}`).not.toContain(statusCode)
    const ofUnlisted = unlisted.some((id) => Object.values(call.query).includes(id))
    responses.push({ ...call, body: body.toLowerCase(), ofUnlisted })
  }
  return responses
}

/** Canary words of a state, with where they occurred. */
function findCanaries(responses: readonly CapturedResponse[], state: State) {
  const matches = responses.flatMap(({ name, query, body }) =>
    [...body.matchAll(new RegExp(`\\bzq${state}[a-z]+`, 'g'))].map(
      ([word]) => `${name} ${JSON.stringify(query)}: ${word}`,
    ),
  )
  return [...new Set(matches)]
}

const isAllowedTag = (line: string) =>
  canNameTags.test(line.split(' ')[0] ?? '') && /: zq[a-z]+tag$/.test(line)

it('every listed endpoint exists', () => {
  const names = new Set(readEndpoints.map(nameOf))
  expect(Object.keys(inputsByEndpoint).filter((name) => !names.has(name))).toEqual([])
})

describe.each(['open', 'private'] as const)('content visibility on a site that is %s', (kind) => {
  let site: TestSite
  let canaries: Canaries
  let responses: { visitor: CapturedResponse[]; member: CapturedResponse[] }
  beforeAll(async () => {
    site = await aSite()
    canaries = await createCanaries(site)
    await awardEverything(site)
    await rebuildSearch(site.ctx, () => {})
    if (kind === 'private')
      await transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { login_required: true }))
    responses = {
      visitor: await requestAll(site, canaries, null),
      member: await requestAll(site, canaries, canaries.reader),
    }
  })
  afterAll(() => site.close())

  it.each(['visitor', 'member'] as const)(
    'a %s never sees deleted or pending content',
    (reader) => {
      for (const state of ['deleted', 'pending'] as const)
        expect(
          findCanaries(responses[reader], state).filter((line) => !isAllowedTag(line)),
        ).toEqual([])
    },
  )

  it.each(['visitor', 'member'] as const)('a %s never sees suggested edits of others', (reader) => {
    const leaks = responses[reader].filter(({ body }) => body.includes(suggestedWord))
    expect(leaks.map(({ name, query }) => `${name} ${JSON.stringify(query)}`)).toEqual([])
  })

  it('suggesters see their own edits, and reviewers open ones', async () => {
    const read = async (endpoint: Endpoint, token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      const { body } = await site.app.inject({ url: endpoint.path, headers })
      return [...new Set(body.match(new RegExp(`${suggestedWord}[a-z]+`, 'g')))].toSorted()
    }
    const open = ['body', 'name', 'slug', 'summary', 'tag', 'title']
    const toWords = (ends: string[]) => ends.map((end) => `${suggestedWord}${end}`).toSorted()
    expect(await read(listOwnSuggestions, canaries.suggester)).toEqual(toWords([...open, 'reason']))
    expect(await read(listOpenSuggestions, canaries.author)).toEqual(toWords(open))
    expect(await read(listOpenSuggestions, canaries.suggester)).toEqual([])
  })

  it.each(['visitor', 'member'] as const)('a %s never sees what is for staff only', (reader) => {
    const found = responses[reader].filter(({ body }) => /zqstaff[a-z]+/.test(body))
    expect(found.map(({ url, query }) => `${url} ${JSON.stringify(query)}`)).toEqual([])
  })

  it('staff see what was found out about a spam wave', async () => {
    const headers = { authorization: `Bearer ${canaries.author}` }
    const { body } = await site.app.inject({
      url: `${getWave.path}?id=${canaries.wave}`,
      headers,
    })
    for (const word of ['wave', 'host', 'network', 'signal'])
      expect(body).toContain(`zqstaff${word}`)
  })

  it('whoever flagged sees the note of the decision, but not who decided', async () => {
    const headers = { authorization: `Bearer ${canaries.flagger}` }
    const { body } = await site.app.inject({ url: listOwnFlags.path, headers })
    expect(body).toContain('zqstaffdecision')
    expect(body.toLowerCase()).not.toContain('ada')
  })

  it.each(['visitor', 'member'] as const)('a %s sees unlisted content only by its id', (reader) => {
    const otherResponses = responses[reader].filter(
      ({ name, query, ofUnlisted }) =>
        !ofUnlisted && !(reader === 'member' && (canListOwn.test(name) || isOwnList(name, query))),
    )
    expect(findCanaries(otherResponses, 'unlisted').filter((line) => !isAllowedTag(line))).toEqual(
      [],
    )
  })

  it.each(['visitor', 'member'] as const)('a %s gets no preview image of it', async (reader) => {
    const headers = reader === 'member' ? { authorization: `Bearer ${canaries.reader}` } : {}
    for (const id of [...canaries.questions.pending, ...canaries.questions.deleted]) {
      const url = `/cards/questions/${id}.png`
      expect((await site.app.inject({ url, headers })).statusCode).toBe(404)
    }
  })

  // Listed content must be found, which proves that the search for canaries works.
  it('a member sees listed content in the API, feeds and sitemap', () => {
    const names = new Set(
      findCanaries(responses.member, 'listed').map((line) => line.split(' ')[0]),
    )
    const expected = ['answer/info', 'answer/page', 'comment', 'comment/page', 'question/info']
    const lists = ['answer', 'comment', 'question', 'rank', 'vote', 'collection']
    expected.push(
      'activity/timeline',
      'activity/timeline/detail',
      'question/page',
      'question/link',
      'question/reading',
      'question/similar',
      'search',
      'search/suggest',
      'question/similar/tag',
      'revisions',
      'personal/qa/top',
      'report/own',
      'personal/user/statistics',
      '/feed.atom',
      'question/recommend/page',
    )
    expected.push(...lists.map((list) => `personal/${list}/page`), '/users/ada/feed.atom')
    if (kind === 'open') expected.push('/sitemap/question-1.xml', '/sitemap/tags.xml')
    expect(expected.filter((name) => !names.has(name))).toEqual([])
  })

  it('a visitor sees listed content on an open site, and nothing on a private one', () => {
    const matches = states.flatMap((state) => findCanaries(responses.visitor, state))
    if (kind === 'private') expect(matches).toEqual([])
    else expect(matches.filter((line) => line.includes('zqlisted')).length).toBeGreaterThan(50)
  })
})
