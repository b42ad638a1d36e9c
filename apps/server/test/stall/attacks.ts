import type { Endpoint, ResponseOf } from '@stoa/contract/endpoint'
import { askWithAnswer } from '@stoa/contract/features/answers'
import { addComment } from '@stoa/contract/features/comments'
import { listDrafts, saveDraft } from '@stoa/contract/features/drafts'
import { searchUsers } from '@stoa/contract/features/profiles'
import { renderText } from '@stoa/contract/features/posts'
import { exportMyData, updateProfile } from '@stoa/contract/features/profile-settings'
import { askQuestion, editQuestion } from '@stoa/contract/features/questions'
import { listRevisions } from '@stoa/contract/features/revisions'
import { listSimilarQuestions, search, suggestSearch } from '@stoa/contract/features/search'
import { suggestTags } from '@stoa/contract/features/tags'
import { uploadFile } from '@stoa/contract/features/uploads'
import { limits } from '@stoa/contract/limits'
import { aHugePng, aLongGif, deepJson, hostileTexts } from './inputs.ts'

/** A way for a member to keep the process busy. Returns the response statuses. */
export type Attack = { name: string; run: () => Promise<number[]> }

/** Access of a member to the process. */
export type MemberAccess = {
  /** Calls the API as the member. */
  call(endpoint: Endpoint, input: unknown): Promise<{ status: number; data: unknown }>
  /** Sends any request and returns the status. */
  send(path: string, init?: RequestInit): Promise<number>
  /** The session cookie. */
  cookie: Record<string, string>
  username: string
}

const texts = Object.entries(hostileTexts)
const tags = [{ slug_name: 'baking' }]
const [png, gif] = [aHugePng(), aLongGif()]

/** All attacks. Adds the created questions to `questionIds`. */
export function listAttacks(access: MemberAccess, questionIds: string[]): Attack[] {
  const { call, send, cookie, username } = access
  const statusOf = async (endpoint: Endpoint, input: unknown) =>
    (await call(endpoint, input)).status
  const attack = (name: string, ...calls: (() => Promise<number>)[]): Attack => ({
    name,
    async run() {
      const statuses: number[] = []
      for (const one of calls) statuses.push(await one())
      return statuses
    },
  })

  const ask = (name: string, text: string): Attack => ({
    name: `post: ${name}`,
    async run() {
      const title = `${name} ${text}`.slice(0, limits.title.max)
      // Both must fit into the body limit.
      const answer_content = Buffer.byteLength(text) > 100_000 ? 'Too long.' : text
      const { status, data } = await call(askWithAnswer, {
        title,
        content: text,
        answer_content,
        tags,
      })
      const question = (data as Partial<ResponseOf<typeof askWithAnswer>> | null)?.question
      if (status !== 200 || question === undefined) return [status]
      const { id, url_title } = question
      questionIds.push(id)
      const path = `/questions/${id}/${url_title}`
      const comment = `a ${text}`.slice(0, limits.comment.max)
      return [
        status,
        await statusOf(addComment, { object_id: id, original_text: comment }),
        await send(`${path}?n=1`),
        await send(`${path}?n=2`, { headers: cookie }),
        await send(`/questions/${id}/feed.atom`),
        await send(`/posts/${id}/edit`, { headers: cookie }),
      ]
    },
  })

  return [
    ...texts.map(([name, text]) =>
      attack(`preview: ${name}`, () => statusOf(renderText, { content: text })),
    ),
    ...texts.map(([name, text]) => ask(name, text)),
    ...texts.map(([name, text]) => {
      const query = text.slice(0, limits.searchQuery.max).toWellFormed()
      return attack(
        `search: ${name}`,
        () => statusOf(search, { q: query }),
        () => statusOf(suggestSearch, { q: query.slice(0, 100) }),
        () => statusOf(listSimilarQuestions, { title: query.slice(0, limits.title.max) }),
        () => statusOf(suggestTags, { tag: query.slice(0, limits.tagName.max) }),
        () => statusOf(searchUsers, { username: query.slice(0, 30) }),
        () => send(`/search?q=${encodeURIComponent(query)}`, { headers: cookie }),
      )
    }),
    ...texts.map(([name, text], index) =>
      attack(
        `draft and bio: ${name}`,
        () => statusOf(saveDraft, draftOf(text, index + 1)),
        () => statusOf(updateProfile, { bio: text.slice(0, limits.bio.max) }),
        () => send(`/users/${username}?n=${index}`),
      ),
    ),
    ...uploadsAndHeaders(access),
    ...edits(access, questionIds),
    ...longReads(access, questionIds),
    attack('export', () => statusOf(exportMyData, {})),
  ]
}

function draftOf(text: string, counter: number) {
  const target = { kind: 'question', object_id: '0' }
  return {
    ...target,
    content: text,
    answer_content: text,
    writer: 'a-window',
    counter,
    known_version: 0,
  }
}

/** Images, JSON, headers and queries. */
function uploadsAndHeaders({ call, send, cookie }: MemberAccess): Attack[] {
  const upload = (name: string, source: string, bytes: Buffer): Attack => ({
    name: `upload: ${name} as ${source}`,
    run: async () => {
      const file = new File([new Uint8Array(bytes)], name)
      return [(await call(uploadFile, { source, file })).status]
    },
  })
  const long = 'A'.repeat(7_000)
  const headers: [string, Record<string, string>][] = [
    ['user agent', { 'user-agent': long }],
    ['many languages', { 'accept-language': 'a-b;q=0.1,'.repeat(700) }],
    ['many cookies', { cookie: 'a=b; '.repeat(1_400) }],
    ['many encodings', { 'accept-encoding': 'a;q=0,'.repeat(1_100) }],
    ['many etags', { 'if-none-match': 'W/"a",'.repeat(1_100) }],
  ]
  const json = { ...cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  return [
    upload('huge.png', 'post', png),
    upload('huge.png', 'user_avatar', png),
    upload('long.gif', 'post', gif),
    upload('long.gif', 'post_attachment', gif),
    ...Object.entries(deepJson).map(([name, body]) => ({
      name: `JSON: ${name}`,
      run: async () => [await send(askQuestion.path, { method: 'POST', headers: json, body })],
    })),
    ...headers.map(([name, sent]) => ({
      name: `header: ${name}`,
      run: async () => [await send('/questions?n=1', { headers: sent })],
    })),
    {
      name: 'many parameters',
      run: async () => [
        await send(`/questions?${'a&'.repeat(3_500)}`),
        await send(`${search.path}?${'q=a&'.repeat(1_700)}`),
      ],
    },
  ]
}

/** Large reads of everything written before. */
function longReads(
  { call, send, username }: MemberAccess,
  questionIds: readonly string[],
): Attack[] {
  const feeds = ['/feed.atom', '/tags/baking/feed.atom', `/users/${username}/feed.atom`]
  const [, text = ''] = texts[0] ?? []
  return [
    ...feeds.map((path) => ({ name: `feed: ${path}`, run: async () => [await send(path)] })),
    {
      name: 'drafts',
      async run() {
        const statuses: number[] = []
        for (const object_id of questionIds.slice(0, 40)) {
          const draft = { ...draftOf(text, 1), kind: 'answer', object_id }
          statuses.push((await call(saveDraft, draft)).status)
        }
        return [...statuses, (await call(listDrafts, {})).status]
      },
    },
    {
      name: 'revisions',
      async run() {
        const object_id = questionIds[1] ?? '0'
        const statuses: number[] = []
        for (let version = 2; version < 12; version++) {
          const content = texts[version]?.[1] ?? ''
          const input = { id: object_id, title: `Version ${version}`, content, tags, version }
          statuses.push((await call(editQuestion, input)).status)
        }
        return [...statuses, (await call(listRevisions, { object_id })).status]
      },
    },
  ]
}

/** Edits from one hostile text to another, and edits that must be merged. */
function edits({ call, send, cookie }: MemberAccess, questionIds: readonly string[]): Attack[] {
  const lines = (mark: string) =>
    Array.from({ length: 20_000 }, (_, n) => (n % 50 === 0 ? mark : 'a'))
      .join('\n')
      .slice(0, 65_000)
  const form = (content: string) =>
    new URLSearchParams({
      title: 'Merged',
      content,
      tags: 'baking',
      edit_summary: '',
      version: '1',
    })
  return [
    ...texts.map(([name], index) => ({
      name: `edit: ${name}`,
      async run() {
        const id = questionIds[index % Math.max(1, questionIds.length)] ?? '0'
        const content = texts[(index + 7) % texts.length]?.[1] ?? ''
        const input = { id, title: `Edited ${name}`, content, tags, version: 1 }
        return [(await call(editQuestion, input)).status]
      },
    })),
    {
      name: 'merge',
      async run() {
        const id = questionIds[0] ?? '0'
        const version = 2
        const headers = { ...cookie, 'sec-fetch-site': 'same-origin' }
        const input = { id, title: 'Merged', content: lines('b'), tags, version }
        const { status } = await call(editQuestion, input)
        const body = form(lines('c'))
        return [status, await send(`/posts/${id}/edit`, { method: 'POST', headers, body })]
      },
    },
  ]
}
