import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../../../test/databases.ts'

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let client: pg.Client

const migration = (name: string) =>
  readFileSync(join(import.meta.dirname, `../../../../drizzle/${name}.sql`), 'utf8')

/** By question, with the last digits of the ids. */
async function saved() {
  const { rows } = await client.query<{ id: string; tags: string }>(
    'select question_id % 100 as id, (select array_agg(tag % 100) from unnest(tag_ids) tag)::text as tags from tag_sets order by 1',
  )
  return Object.fromEntries(rows.map(({ id, tags }) => [id, tags]))
}

beforeAll(async () => {
  database = await createEmptyDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(migration('0000_start'))
  await client.query(`
    insert into users (id, username, display_name, email, created_at) values (1, 'ada', 'Ada', 'ada@example.org', now());
    insert into tags (id, slug_name, display_name, created_by, created_at)
      select 10030000000000000 + n, 'tag' || n, 'Tag', 1, now() from generate_series(1, 4) n;
    insert into questions (id, user_id, title, slug, excerpt, original_text, parsed_text, renderer_version, created_at, active_at, active_by)
      select 10010000000000000 + n, 1, 'Title', 'title', '', '', '', 1, now(), now(), 1 from generate_series(1, 3) n;
    insert into question_tags select 10010000000000001, 10030000000000000 + n, n, now() from generate_series(1, 2) n;
    insert into question_tags select 10010000000000002, 10030000000000002, 0, now()`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

it('the migration creates tag_sets for existing questions', async () => {
  await client.query(migration('0002_tag_sets'))
  expect(await saved()).toEqual({ 1: '{1,2}', 2: '{2}' })
})

it('triggers keep tag_sets in sync with question_tags', async () => {
  await client.query(
    'insert into question_tags select 10010000000000003, 10030000000000000 + n, n, now() from generate_series(3, 4) n',
  )
  expect(await saved()).toEqual({ 1: '{1,2}', 2: '{2}', 3: '{3,4}' })
  await client.query('delete from question_tags where tag_id = 10030000000000002')
  expect(await saved()).toEqual({ 1: '{1}', 3: '{3,4}' })
  await client.query('update question_tags set tag_id = 10030000000000002 where position = 3')
  expect(await saved()).toEqual({ 1: '{1}', 3: '{2,4}' })
  await client.query('delete from questions where id = 10010000000000003')
  expect(await saved()).toEqual({ 1: '{1}' })
})
