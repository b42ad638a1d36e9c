import { describe, expect, it } from 'vitest'
import { toScriptText, createQuestionLinkedData } from './linked-data.server.ts'

/**
 * The part of schema.org in use: the properties of each type, including inherited ones, and their value types.
 * From the declarations of schema-dts 2.1.0.
 */
const vocabulary: Record<string, Record<string, readonly string[]>> = {
  QAPage: { mainEntity: ['Question'] },
  Question: {
    url: ['URL'],
    name: ['Text'],
    text: ['Text'],
    answerCount: ['Integer'],
    upvoteCount: ['Integer'],
    dateCreated: ['DateTime'],
    datePublished: ['DateTime'],
    dateModified: ['DateTime'],
    author: ['Person'],
    acceptedAnswer: ['Answer'],
    suggestedAnswer: ['Answer'],
  },
  Answer: {
    url: ['URL'],
    text: ['Text'],
    upvoteCount: ['Integer'],
    dateCreated: ['DateTime'],
    datePublished: ['DateTime'],
    dateModified: ['DateTime'],
    author: ['Person'],
  },
  Person: { name: ['Text'], url: ['URL'] },
  BreadcrumbList: { itemListElement: ['ListItem'] },
  ListItem: { position: ['Integer'], name: ['Text'], item: ['Thing'] },
}

/** The properties that search engines require. */
const required: Record<string, readonly string[]> = {
  QAPage: ['mainEntity'],
  Question: ['name', 'text', 'answerCount', 'author', 'datePublished', 'upvoteCount'],
  Answer: ['text', 'url', 'author', 'datePublished', 'upvoteCount'],
  Person: ['name'],
  ListItem: ['position', 'name', 'item'],
}

type Thing = { '@type'?: string } & Record<string, unknown>

/** Unknown and missing properties. */
function findProblems(thing: Thing): string[] {
  const type = thing['@type'] ?? ''
  const allowed = vocabulary[type]
  if (allowed === undefined) return [`no type ${type}`]
  const missing = (required[type] ?? []).filter((name) => !(name in thing))
  const properties = Object.entries(thing).filter(([name]) => !name.startsWith('@'))
  const wrong = properties.flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((item) => findValueProblems(`${type}.${name}`, item, allowed[name] ?? [])),
  )
  return [...missing.map((name) => `${type} lacks ${name}`), ...wrong]
}

function findValueProblems(path: string, value: unknown, ranges: readonly string[]): string[] {
  if (typeof value === 'object' && value !== null) {
    const thing = value as Thing
    // A reference to a thing by its URL.
    if (ranges.includes('Thing') && Object.keys(thing).join() === '@id')
      return isOfType['URL']?.(thing['@id']) === true ? [] : [`${path}: no URL`]
    return ranges.includes(thing['@type'] ?? '')
      ? findProblems(thing)
      : [`${path} isOfType no ${thing['@type']}`]
  }
  return ranges.some((range) => isOfType[range]?.(value) === true)
    ? []
    : [`${path}: ${String(value)}`]
}

const isOfType: Record<string, (value: unknown) => boolean> = {
  Text: (value) => typeof value === 'string' && value !== '',
  Integer: Number.isInteger,
  URL: (value) => typeof value === 'string' && URL.parse(value)?.protocol === 'https:',
  DateTime: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/.test(value),
}

const aUser = (username: string) => ({
  id: '1',
  username,
  display_name: username === '' ? 'Deleted user' : username,
  avatar: '',
  rank: 1,
  status: 'normal' as const,
})

const post = {
  content: '',
  html: '<p>Rye &amp; <b>spelt</b></p>',
  create_time: 1_800_000_000,
  version: 1,
  vote_count: -2,
  vote_status: '' as const,
  member_actions: [],
}

const anAnswer = (id: string, changes: object = {}) => ({
  ...post,
  id,
  question_id: '10010000000000001',
  update_time: 0,
  accepted: 1 as const,
  accepted_time: 0,
  user_info: aUser('ada'),
  collected: false as const,
  comment_count: 0,
  status: 1 as const,
  ...changes,
})

const tag = { slug_name: 'c++', display_name: 'C++' }

function aPage(answers: ReturnType<typeof anAnswer>[], changes: object = {}) {
  const question = {
    ...post,
    id: '10010000000000001',
    title: 'Does rye </script> keep?',
    url_title: 'does-rye-keep',
    answer_count: answers.length,
    edit_time: 1_800_000_060,
    user_info: aUser('ben'),
    tags: [tag],
    ...changes,
  }
  const page = { question, answers: { count: answers.length, list: answers, page: 1 } }
  return page as unknown as Parameters<typeof createQuestionLinkedData>[0]
}

const site = { url: 'https://porch.example', permalink: 1 as const }
const toLinkedData = (page: ReturnType<typeof aPage>) =>
  JSON.parse(toScriptText(createQuestionLinkedData(page, site, 'Questions'))) as {
    '@context': string
    '@graph': [Thing & { mainEntity: Thing }, Thing & { itemListElement: Thing[] }]
  }

describe('createQuestionLinkedData', () => {
  it.each([
    ['without answers', []],
    [
      'with answers',
      [anAnswer('10020000000000002'), anAnswer('10020000000000003', { accepted: 2 })],
    ],
    ['by a deleted user', [anAnswer('10020000000000002', { user_info: aUser('') })]],
    ['edited', [anAnswer('10020000000000002', { update_time: 1_800_000_100 })]],
  ])('follows schema.org: %s', (_name, answers) => {
    const linkedData = toLinkedData(aPage(answers))
    expect(linkedData['@context']).toBe('https://schema.org')
    expect(linkedData['@graph'].flatMap(findProblems)).toEqual([])
  })

  it('separates the accepted answer from the others, each with its URL', () => {
    const [qa] = toLinkedData(
      aPage([anAnswer('10020000000000003', { accepted: 2 }), anAnswer('10020000000000002')]),
    )['@graph']
    const path = 'https://porch.example/questions/10010000000000001/does-rye-keep'
    expect(qa['@id']).toBe(path)
    expect(qa.mainEntity).toMatchObject({
      url: path,
      text: 'Rye & spelt',
      answerCount: 2,
      dateModified: '2027-01-15T08:01:00.000Z',
      author: { name: 'ben', url: 'https://porch.example/users/ben' },
      acceptedAnswer: [{ url: `${path}/10020000000000003`, upvoteCount: -2 }],
      suggestedAnswer: [{ url: `${path}/10020000000000002` }],
    })
  })

  it('leaves out answers that are not public', () => {
    const hidden = [anAnswer('1', { status: 10 }), anAnswer('2', { status: 11, accepted: 2 })]
    expect(JSON.stringify(toLinkedData(aPage(hidden)))).not.toContain('"Answer"')
  })

  it('includes breadcrumbs', () => {
    const [, crumbs] = toLinkedData(aPage([]))['@graph']
    expect(crumbs.itemListElement.map(({ name, item }) => [name, (item as Thing)['@id']])).toEqual([
      ['Questions', 'https://porch.example/questions'],
      ['C++', 'https://porch.example/tags/c%2B%2B'],
      ['Does rye </script> keep?', expect.stringContaining('/does-rye-keep')],
    ])
  })

  it('escapes text that would close the script element', () => {
    expect(toScriptText(createQuestionLinkedData(aPage([]), site, 'Questions'))).not.toContain('<')
  })

  it('truncates long texts', () => {
    const page = aPage([], { html: `<p>${'word '.repeat(10_000)}</p>` })
    expect(toScriptText(createQuestionLinkedData(page, site, 'Questions')).length).toBeLessThan(
      7_000,
    )
  })
})
