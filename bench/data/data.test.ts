import { render } from '@stoa/markdown/render'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { runChecks } from '../../apps/server/src/features/admin/doctor/doctor.actions.ts'
import { indexAll } from '../../apps/server/src/features/discovery/search/search.factory.ts'
import { aSite, type TestSite } from '../../apps/server/test/site.ts'
import { fillSite, siteUrl } from './fill.ts'
import { tableNames } from './tables.ts'

const questions = 300
const sites: TestSite[] = []
afterAll(async () => {
  for (const site of sites) await site.close()
})

async function createFilledSite(seed: number) {
  const site = await aSite()
  sites.push(site)
  const { engine } = site.ctx.database
  if (engine.kind !== 'postgres') throw new Error('COPY requires a PostgreSQL server')
  await fillSite({ url: engine.url, questions, seed })
  return site
}

async function queryRows<T extends Record<string, unknown>>(site: TestSite, text: string) {
  return (await site.ctx.db.execute<T>(sql.raw(text))).rows
}

/** A checksum of each table, without the admin, whose password hash differs. */
async function checksums(site: TestSite) {
  const sums: Record<string, string> = {}
  for (const table of tableNames) {
    const condition = table === 'users' ? 'where id >= 100' : ''
    const [row] = await queryRows<{ sum: string }>(
      site,
      `select count(*) || ' ' || md5(string_agg(t::text, '' order by t::text)) as sum from ${table} t ${condition}`,
    )
    sums[table] = row!.sum
  }
  return sums
}

it('fillSite generates the same consistent data for the same seed', async () => {
  const site = await createFilledSite(7)
  const same = await checksums(site)
  expect(await checksums(await createFilledSite(7))).toEqual(same)
  const other = await checksums(await createFilledSite(8))
  for (const table of tableNames) expect(other[table], table).not.toBe(same[table])
  expect(await runChecks(site.ctx, { repair: false })).toEqual([])
})

it('fillSite generates an uneven distribution', async () => {
  const [site] = sites
  const [stats] = await queryRows<Record<string, string>>(
    site!,
    `select max(answer_count) as answers, max(comment_count) as comments,
      percentile_disc(0.5) within group (order by answer_count) as usual_answers,
      max(view_count) / percentile_disc(0.5) within group (order by view_count) as views,
      (select max(question_count) * 10 / sum(question_count) from tags) as tags,
      max(length(original_text)) / percentile_disc(0.5) within group (order by length(original_text)) as lengths
    from questions`,
  )
  expect(Number(stats!['answers'])).toBeGreaterThan(250)
  expect(Number(stats!['comments'])).toBe(200)
  expect(Number(stats!['usual_answers'])).toBeLessThan(3)
  expect(Number(stats!['views'])).toBeGreaterThan(50)
  expect(Number(stats!['tags'])).toBeGreaterThanOrEqual(1)
  expect(Number(stats!['lengths'])).toBeGreaterThan(5)
})

it('fillSite stores the HTML and excerpts of the renderer', async () => {
  for (const table of ['questions', 'answers', 'comments', 'tags']) {
    const excerpt = table === 'comments' ? '' : ', excerpt'
    const rows = await queryRows<{ original_text: string; parsed_text: string; excerpt?: string }>(
      sites[0]!,
      `select original_text, parsed_text ${excerpt} from ${table} where id % 3 = 0`,
    )
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) {
      const rendered = render(row.original_text, { siteUrl })
      expect(row.parsed_text).toBe(rendered.html)
      if (row.excerpt !== undefined) expect(row.excerpt).toBe(rendered.excerpt)
    }
  }
})

it('fillSite stores the search documents of the indexer', async () => {
  const site = sites[0]!
  const documents = () =>
    queryRows(
      site,
      `select object_id, question_id, type, user_id, created_at, title_words, vector::text from search_documents
        order by object_id`,
    )
  const words = () => queryRows(site, 'select * from search_words order by word')
  const before = { documents: await documents(), words: await words() }
  await site.db.execute(sql`truncate search_documents, search_words`)
  await indexAll(site.ctx)
  expect(before.documents.length).toBeGreaterThan(questions)
  expect(await words()).toEqual(before.words)
  expect(await documents()).toEqual(before.documents)
})

it('fillSite restores all keys and indexes', async () => {
  const empty = await aSite()
  sites.push(empty)
  const definitions = (site: TestSite) =>
    queryRows(
      site,
      `select pg_get_indexdef(indexrelid) as definition, conname, contype
      from pg_index left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
      where indrelid::regclass::text = any('{${tableNames.join(',')}}') order by 1`,
    )
  expect(await definitions(sites[0]!)).toEqual(await definitions(empty))
})
