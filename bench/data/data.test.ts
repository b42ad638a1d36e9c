import { render } from '@stoa/markdown/render'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { examine } from '../../apps/server/src/features/doctor/doctor.actions.ts'
import { indexAll } from '../../apps/server/src/features/search/search.factory.ts'
import { aSite, type TestSite } from '../../apps/server/test/site.ts'
import { fillSite, siteUrl } from './fill.ts'
import { tableNames } from './tables.ts'

const questions = 300
const sites: TestSite[] = []
afterAll(async () => {
  for (const site of sites) await site.close()
})

async function aFilledSite(seed: number) {
  const site = await aSite()
  sites.push(site)
  const { engine } = site.ctx.database
  if (engine.kind !== 'postgres') throw new Error('only a server takes COPY')
  await fillSite({ url: engine.url, questions, seed })
  return site
}

async function rowsOf<T extends Record<string, unknown>>(site: TestSite, text: string) {
  return (await site.ctx.db.execute<T>(sql.raw(text))).rows
}

/** A sum over each table; the admin, who has a password, aside. */
async function checksums(site: TestSite) {
  const sums: Record<string, string> = {}
  for (const table of tableNames) {
    const which = table === 'users' ? 'where id >= 100' : ''
    const [row] = await rowsOf<{ sum: string }>(
      site,
      `select count(*) || ' ' || md5(string_agg(t::text, '' order by t::text)) as sum from ${table} t ${which}`,
    )
    sums[table] = row!.sum
  }
  return sums
}

it('is the same for the same seed, another for another, and nothing in it disagrees', async () => {
  const site = await aFilledSite(7)
  const same = await checksums(site)
  expect(await checksums(await aFilledSite(7))).toEqual(same)
  const other = await checksums(await aFilledSite(8))
  for (const table of tableNames) expect(other[table], table).not.toBe(same[table])
  expect(await examine(site.ctx, { fixes: false })).toEqual([])
})

it('has few things with much, and many with little', async () => {
  const [site] = sites
  const [found] = await rowsOf<Record<string, string>>(
    site!,
    `select max(answer_count) as answers, max(comment_count) as comments,
      percentile_disc(0.5) within group (order by answer_count) as usual_answers,
      max(view_count) / percentile_disc(0.5) within group (order by view_count) as views,
      (select max(question_count) * 10 / sum(question_count) from tags) as tags,
      max(length(original_text)) / percentile_disc(0.5) within group (order by length(original_text)) as lengths
    from questions`,
  )
  expect(Number(found!['answers'])).toBeGreaterThan(250)
  expect(Number(found!['comments'])).toBe(200)
  expect(Number(found!['usual_answers'])).toBeLessThan(3)
  expect(Number(found!['views'])).toBeGreaterThan(50)
  expect(Number(found!['tags'])).toBeGreaterThanOrEqual(1)
  expect(Number(found!['lengths'])).toBeGreaterThan(5)
})

it('says in HTML and excerpt what the renderer would say', async () => {
  for (const table of ['questions', 'answers', 'comments', 'tags']) {
    const excerpt = table === 'comments' ? '' : ', excerpt'
    const rows = await rowsOf<{ original_text: string; parsed_text: string; excerpt?: string }>(
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

it('is what the search would write down itself', async () => {
  const site = sites[0]!
  const documents = () =>
    rowsOf(
      site,
      `select object_id, question_id, type, user_id, created_at, title_words, vector::text from search_documents
        order by object_id`,
    )
  const words = () => rowsOf(site, 'select * from search_words order by word')
  const before = { documents: await documents(), words: await words() }
  await site.ctx.db.execute(sql`truncate search_documents, search_words`)
  await indexAll(site.ctx)
  expect(before.documents.length).toBeGreaterThan(questions)
  expect(await words()).toEqual(before.words)
  expect(await documents()).toEqual(before.documents)
})

it('leaves the keys and indexes that a migrated database has', async () => {
  const empty = await aSite()
  sites.push(empty)
  const definitions = (site: TestSite) =>
    rowsOf(
      site,
      `select pg_get_indexdef(indexrelid) as definition, conname, contype
      from pg_index left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
      where indrelid::regclass::text = any('{${tableNames.join(',')}}') order by 1`,
    )
  expect(await definitions(sites[0]!)).toEqual(await definitions(empty))
})
