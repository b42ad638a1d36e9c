import { describe, expect, it } from 'vitest'
import { toScriptText } from '../../kernel/linked-data.server.ts'
import { questionLinkedData } from './linked-data.server.ts'

/**
 * The part of the vocabulary that is used: the properties of each type, inherited ones too, and what they hold.
 * Read off the declarations of schema-dts 2.1.0, which are made from that of schema.org.
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

/** What those who show questions and answers elsewhere need of each. */
const required: Record<string, readonly string[]> = {
  QAPage: ['mainEntity'],
  Question: ['name', 'text', 'answerCount', 'author', 'datePublished', 'upvoteCount'],
  Answer: ['text', 'url', 'author', 'datePublished', 'upvoteCount'],
  Person: ['name'],
  ListItem: ['position', 'name', 'item'],
}

type Thing = { '@type'?: string } & Record<string, unknown>

/** Everything in a thing that the vocabulary does not know, and everything it lacks. */
function problemsOf(thing: Thing): string[] {
  const type = thing['@type'] ?? ''
  const known = vocabulary[type]
  if (known === undefined) return [`no type ${type}`]
  const missing = (required[type] ?? []).filter((name) => !(name in thing))
  const properties = Object.entries(thing).filter(([name]) => !name.startsWith('@'))
  const wrong = properties.flatMap(([name, value]) =>
    [value].flat().flatMap((one) => problemsOfValue(`${type}.${name}`, one, known[name] ?? [])),
  )
  return [...missing.map((name) => `${type} lacks ${name}`), ...wrong]
}

function problemsOfValue(path: string, value: unknown, ranges: readonly string[]): string[] {
  if (typeof value === 'object' && value !== null) {
    const thing = value as Thing
    // A thing that is told about elsewhere: only its address is given.
    if (ranges.includes('Thing') && Object.keys(thing).join() === '@id')
      return holds['URL']?.(thing['@id']) === true ? [] : [`${path}: no address`]
    return ranges.includes(thing['@type'] ?? '')
      ? problemsOf(thing)
      : [`${path} holds no ${thing['@type']}`]
  }
  return ranges.some((range) => holds[range]?.(value) === true) ? [] : [`${path}: ${String(value)}`]
}

const holds: Record<string, (value: unknown) => boolean> = {
  Text: (value) => typeof value === 'string' && value !== '',
  Integer: Number.isInteger,
  URL: (value) => typeof value === 'string' && URL.parse(value)?.protocol === 'https:',
  DateTime: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/.test(value),
}

const person = (username: string) => ({
  id: '1',
  username,
  display_name: username === '' ? 'Someone who left' : username,
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

const answer = (id: string, changes: object = {}) => ({
  ...post,
  id,
  question_id: '10010000000000001',
  update_time: 0,
  accepted: 1 as const,
  user_info: person('ada'),
  collected: false as const,
  comment_count: 0,
  status: 1 as const,
  ...changes,
})

const tag = { slug_name: 'c++', display_name: 'C++' }

function aPage(answers: ReturnType<typeof answer>[], changes: object = {}) {
  const question = {
    ...post,
    id: '10010000000000001',
    title: 'Does rye </script> keep?',
    url_title: 'does-rye-keep',
    answer_count: answers.length,
    edit_time: 1_800_000_060,
    user_info: person('ben'),
    tags: [tag],
    ...changes,
  }
  const page = { question, answers: { count: answers.length, list: answers, page: 1 } }
  return page as unknown as Parameters<typeof questionLinkedData>[0]
}

const site = { url: 'https://porch.example', permalink: 1 as const }
const describePage = (page: ReturnType<typeof aPage>) =>
  JSON.parse(toScriptText(questionLinkedData(page, site, 'Questions'))) as {
    '@context': string
    '@graph': [Thing & { mainEntity: Thing }, Thing & { itemListElement: Thing[] }]
  }

describe('what a question page says of itself', () => {
  it.each([
    ['without answers', []],
    ['with answers', [answer('10020000000000002'), answer('10020000000000003', { accepted: 2 })]],
    ['by someone who left', [answer('10020000000000002', { user_info: person('') })]],
    ['edited', [answer('10020000000000002', { update_time: 1_800_000_100 })]],
  ])('uses the vocabulary as it is: %s', (_name, answers) => {
    const said = describePage(aPage(answers))
    expect(said['@context']).toBe('https://schema.org')
    expect(said['@graph'].flatMap(problemsOf)).toEqual([])
  })

  it('tells the accepted answer from the others, each at its own address', () => {
    const [qa] = describePage(
      aPage([answer('10020000000000003', { accepted: 2 }), answer('10020000000000002')]),
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

  it('leaves out answers that not everyone sees', () => {
    const hidden = [answer('1', { status: 10 }), answer('2', { status: 11, accepted: 2 })]
    expect(JSON.stringify(describePage(aPage(hidden)))).not.toContain('"Answer"')
  })

  it('says where the question stands', () => {
    const [, crumbs] = describePage(aPage([]))['@graph']
    expect(crumbs.itemListElement.map(({ name, item }) => [name, (item as Thing)['@id']])).toEqual([
      ['Questions', 'https://porch.example/questions'],
      ['C++', 'https://porch.example/tags/c%2B%2B'],
      ['Does rye </script> keep?', expect.stringContaining('/does-rye-keep')],
    ])
  })

  it('cannot be ended by a text in it', () => {
    expect(toScriptText(questionLinkedData(aPage([]), site, 'Questions'))).not.toContain('<')
  })

  it('stays small however long a text is', () => {
    const page = aPage([], { html: `<p>${'word '.repeat(10_000)}</p>` })
    expect(toScriptText(questionLinkedData(page, site, 'Questions')).length).toBeLessThan(7_000)
  })
})
