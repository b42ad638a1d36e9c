import { api, bearer, type BenchSite } from '../run/bench-site.ts'
import type { Scenario } from './scenario.ts'

/** Below the rate limits of a member. */
const maxPerMember = { votes: 30, questions: 8 }
const json = { 'content-type': 'application/json' }

const post = (member: BenchSite['members'][number], path: string, body: unknown) => ({
  path: api(path).replace(/\?$/, ''),
  method: 'POST' as const,
  headers: { ...json, ...bearer(member) },
  body: JSON.stringify(body),
})

/** Members vote once per question, spread over all questions or all on the same one at a time. */
function createVotes({ members, pages }: BenchSite, isContended: boolean) {
  const votedPages = pages.slice(0, maxPerMember.votes)
  return votedPages.flatMap((_, round) =>
    members.flatMap((member, n) => {
      const page = votedPages[isContended ? round : (round + n) % votedPages.length]
      if (page === undefined || page.authorId === member.id) return []
      return [post(member, '/vote/up', { object_id: page.id })]
    }),
  )
}

export const vote: Scenario = {
  name: 'vote',
  requests: (site) => createVotes(site, false),
  baselines: ['pgbench'],
}

/** Compared with votes on many questions: here each waits for the row lock. */
export const voteContended: Scenario = {
  name: 'vote-contended',
  requests: (site) => createVotes(site, true),
  baselines: [],
  comparedTo: { name: 'spread', requests: (site) => createVotes(site, false) },
}

const content = [
  'After an hour the queue is longer than the memory allows, and the second request fails.',
  '```ts\nconst rows = await load(ids)\nfor (const row of rows) console.log(row.name, row.count)\n```',
  'What I would expect is one line of output for each record.',
].join('\n\n')

export const ask: Scenario = {
  name: 'ask',
  requests: ({ members, tags }) =>
    Array.from({ length: maxPerMember.questions }, (_, n) =>
      members.map((member) =>
        post(member, '/question', {
          title: `Why does the queue of ${tags[n % tags.length]} grow after ${member.id} minutes?`,
          content: `${content}\n\nThis is number ${n} of ${member.id}.`.repeat(4),
          tags: [{ slug_name: tags[n % tags.length] }],
        }),
      ),
    ).flat(),
  baselines: ['pgbench'],
}
