import type { WaveDetail } from '@stoa/contract/features/waves'
import { limits } from '@stoa/contract/limits'
import { moderationSettings } from '@stoa/contract/settings/moderation'
import { and, desc, eq, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import type { SettingsStore } from '../../../kernel/services.ts'
import { postTraces, waveAccounts } from '../../../schema/waves.ts'
import { users } from '../../../schema/users.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { type SampleGroup, groupSamples } from './samples.rules.ts'
import { countTouched, joiningFacts } from './wave-figures.queries.ts'
import { listSamplePosts } from './wave-posts.queries.ts'
import { countRemoved, findWave, toProgress } from './waves.queries.ts'
import { pickMainNetworks } from './waves.rules.ts'

type View = { writeId: WriteId; settings: SettingsStore }

export async function getWave(
  db: ReadDb,
  waveId: string,
  { writeId, settings }: View,
): Promise<WaveDetail> {
  const { row, wave } = await findWave(db, waveId)
  const facts = await readShares(db, waveId)
  const { hold_words: words, hold_networks: blocked } = settings.get(moderationSettings)
  const main = pickMainNetworks(facts.networks, wave.post_count)
  return {
    ...wave,
    progress: toProgress(row, await countRemoved(db, waveId)),
    hosts: facts.hosts.map((host) => ({ ...host, is_blocked: words.includes(host.name) })),
    networks: facts.networks.map((one) => ({ ...one, is_blocked: blocked.includes(one.name) })),
    network_count: facts.network_count,
    main_networks: main.map(({ name }) => name),
    main_network_posts: main.reduce((sum, { posts }) => sum + posts, 0),
    touched_count: await countTouched(db, waveId),
    hours: facts.hours.toReversed(),
    samples: await listSamples(db, waveId, writeId),
    signals: facts.signals,
    ...(await joiningFacts(db, waveId)),
    ...(await listLeftOut(db, waveId)),
  }
}

type Share = { name: string; posts: number }
type Shares = {
  hosts: Share[]
  networks: Share[]
  network_count: number
  signals: Share[]
  hours: { at: number; held: number; public: number }[]
}

/** All of them in one pass over the posts. */
async function readShares(db: ReadDb, waveId: string): Promise<Shares> {
  const { hosts, networks, signals, hours } = limits.waves
  const top = (source: string, max: number) =>
    sql.raw(`coalesce((select json_agg(json_build_object('name', name, 'posts', posts))
      from (select name, count(*)::int as posts from ${source} where name <> ''
        group by name order by posts desc, name limit ${max}) as top), '[]')`)
  const { rows } = await db.execute<Shares>(sql`
    with trace as materialized (
      select network, hosts, signals, is_held, date_trunc('hour', created_at) as hour
      from ${postTraces} join ${waveAccounts} using (wave_id, user_id)
      where wave_id = ${waveId} and not left_out
    )
    select ${top('trace, unnest(hosts) name', hosts)} as hosts,
      ${top('trace, lateral (select network as name) network', networks)} as networks,
      (select count(distinct network)::int from trace where network <> '') as network_count,
      ${top('trace, unnest(signals) name', signals)} as signals,
      coalesce((select json_agg(json_build_object('at', at, 'held', held, 'public', public)) from (
        select extract(epoch from hour)::int as at, (count(*) filter (where is_held))::int as held,
          (count(*) filter (where not is_held))::int as public
        from trace group by hour order by hour desc limit ${hours}) as hourly), '[]') as hours`)
  return rows[0] ?? { hosts: [], networks: [], network_count: 0, signals: [], hours: [] }
}

/** Enough to find the texts that were sent most. */
const maxCompared = 1000

async function listSamples(db: ReadDb, waveId: string, writeId: WriteId) {
  const compared = await db
    .select({ objectId: postTraces.objectId, signature: postTraces.signature })
    .from(postTraces)
    .innerJoin(
      waveAccounts,
      and(eq(waveAccounts.waveId, postTraces.waveId), eq(waveAccounts.userId, postTraces.userId)),
    )
    .where(and(eq(postTraces.waveId, waveId), eq(waveAccounts.leftOut, false)))
    .orderBy(desc(postTraces.objectId))
    .limit(maxCompared)
  const groups = groupSamples(compared, limits.waves.samples)
  const posts = await listSamplePosts(
    db,
    groups.map(({ objectId }) => objectId),
    writeId,
  )
  const describe = ({ objectId, copies, likeness }: SampleGroup) => {
    const post = posts.get(objectId)
    return post === undefined ? [] : [{ ...post, copies, likeness }]
  }
  return groups.flatMap(describe)
}

async function listLeftOut(db: ReadDb, waveId: string) {
  const isLeftOut = and(eq(waveAccounts.waveId, waveId), eq(waveAccounts.leftOut, true))
  const rows = await db
    .select({
      user: userCardColumns,
      createdAt: users.createdAt,
      posts: sql<number>`(select count(*)::int from ${postTraces} trace
        where trace.wave_id = ${waveAccounts.waveId} and trace.user_id = ${waveAccounts.userId})`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(waveAccounts)
    .innerJoin(users, eq(users.id, waveAccounts.userId))
    .where(isLeftOut)
    .orderBy(users.id)
    .limit(limits.waves.leftOut)
  return {
    left_out: rows.map(({ user, createdAt, posts }) => ({
      user_info: toUserBasic(user),
      created_at: toUnix(createdAt),
      posts,
    })),
    left_out_count: rows[0]?.total ?? 0,
  }
}
