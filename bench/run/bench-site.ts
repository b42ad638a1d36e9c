import pg from 'pg'
import { apiPrefix } from '@stoa/contract/endpoint'
import { hashSecret } from '../../apps/server/src/kernel/secrets.ts'

/** Content of a database filled by `bench data`, for scenarios. */
export type BenchSite = {
  databaseUrl: string
  questions: number
  /** Average questions with five answers and their comments. */
  pages: { id: string; path: string; authorId: string }[]
  tags: string[]
  usernames: string[]
  rareWords: string[]
  /** Members with some reputation and a session. */
  members: { id: string; token: string }[]
}

const memberCount = 2_000
const userAgent = 'stoa-bench'
const day = 86_400_000

export async function openBenchSite(databaseUrl: string): Promise<BenchSite> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const read = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<T>(text, values)).rows
  try {
    const [count] = await read<{ n: string }>('select count(*) as n from questions')
    const pages = await read<{ id: string; slug: string; user_id: string }>(
      `select id, slug, user_id from questions where status = 1 and is_listed and answer_count = 5
      order by id desc limit 40`,
    )
    const tags = await read<{ name: string }>(
      'select slug_name as name from tags order by question_count desc, id limit 12',
    )
    const usernames = await read<{ name: string }>(
      'select username as name from users where id >= 100 order by question_count desc, id limit 20',
    )
    const words = await read<{ word: string }>(
      'select word from search_words where titles between 1 and 3 order by word limit 40',
    )
    return {
      databaseUrl,
      questions: Number(count?.n),
      pages: pages.map(({ id, slug, user_id: authorId }) => ({
        id,
        authorId,
        path: `/questions/${id}/${encodeURIComponent(slug)}`,
      })),
      tags: tags.map(({ name }) => name),
      usernames: usernames.map(({ name }) => name),
      rareWords: words.map(({ word }) => word),
      members: await createSessions(client),
    }
  } finally {
    await client.end()
  }
}

/** Creates sessions and resets action counts, because a captcha would distort the measurement. */
async function createSessions(client: pg.Client) {
  const { rows } = await client.query<{ id: string }>(
    'select id from users where id >= 100 and reputation > 150 order by id limit $1',
    [memberCount],
  )
  const members = rows.map(({ id }) => ({ id, token: `bench-${id}`.padEnd(43, 'x') }))
  await client.query('delete from sessions where user_agent = $1', [userAgent])
  await client.query('delete from action_counts')
  await client.query(
    `insert into sessions (token_hash, user_id, role_id, address, user_agent, created_at, last_seen_at, expires_at)
    select hash, id, 1, '127.0.0.1', $3, now(), now(), $4
    from unnest($1::text[], $2::bigint[]) as member (hash, id)`,
    [
      members.map(({ token }) => hashSecret(token)),
      members.map(({ id }) => id),
      userAgent,
      new Date(Date.now() + day),
    ],
  )
  return members
}

export const api = (path: string, query: Record<string, string> = {}) =>
  `${apiPrefix}${path}?${new URLSearchParams(query).toString()}`

export const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
export const cookie = ({ token }: { token: string }) => ({ cookie: `sid=${token}` })
