import { api, bearer, type BenchSite } from '../run/bench-site.ts'
import type { Scenario } from './scenario.ts'

/** More than a member may do in half an hour is asked of none. */
const most = { votes: 30, questions: 8 }
const json = { 'content-type': 'application/json' }

const post = (member: BenchSite['members'][number], path: string, body: unknown) => ({
  path: api(path).replace(/\?$/, ''),
  method: 'POST' as const,
  headers: { ...json, ...bearer(member) },
  body: JSON.stringify(body),
})

/** Every member votes on many questions, each once: at any time on all of them, or all on the same one. */
function votes({ members, pages }: BenchSite, isHot: boolean) {
  const voted = pages.slice(0, most.votes)
  return voted.flatMap((_, round) =>
    members.flatMap((member, n) => {
      const page = voted[isHot ? round : (round + n) % voted.length]
      if (page === undefined || page.authorId === member.id) return []
      return [post(member, '/vote/up', { object_id: page.id })]
    }),
  )
}

export const vote: Scenario = {
  name: 'vote',
  requests: (site) => votes(site, false),
  twins: ['pgbench'],
}

/** Beside votes on many: each waits for the one before. */
export const voteHot: Scenario = {
  name: 'vote-hot',
  requests: (site) => votes(site, true),
  twins: [],
  beside: { name: 'spread', requests: (site) => votes(site, false) },
}

const content = [
  'After an hour the queue is longer than the memory allows, and the second request fails.',
  '```ts\nconst rows = await load(ids)\nfor (const row of rows) console.log(row.name, row.count)\n```',
  'What I would expect is one line of output for each record.',
].join('\n\n')

export const ask: Scenario = {
  name: 'ask',
  requests: ({ members, tags }) =>
    Array.from({ length: most.questions }, (_, n) =>
      members.map((member) =>
        post(member, '/question', {
          title: `Why does the queue of ${tags[n % tags.length]} grow after ${member.id} minutes?`,
          content: `${content}\n\nThis is number ${n} of ${member.id}.`.repeat(4),
          tags: [{ slug_name: tags[n % tags.length] }],
        }),
      ),
    ).flat(),
  twins: ['pgbench'],
}
