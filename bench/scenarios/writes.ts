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

/** Every member votes on many questions, each once. */
export const vote: Scenario = {
  name: 'vote',
  requests: ({ members, pages }) =>
    pages
      .slice(0, most.votes)
      .flatMap(({ id, authorId }) =>
        members
          .filter((member) => member.id !== authorId)
          .map((member) => post(member, '/vote/up', { object_id: id })),
      ),
  twins: ['pgbench'],
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
