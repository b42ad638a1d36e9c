// What a table with a column of a user, of a tag or of a counter owes. Columns are read from the database, so that a new
// table fails here until its feature does what it owes, or a reason says why not.
import { deleteAccount, exportMyData } from '@stoa/contract/features/profile-settings'
import { findTags, mergeTags } from '@stoa/contract/features/tags'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnChecks } from '../src/features/admin/doctor/doctor.checks.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { exportLists } from '../src/features.ts'
import { aSite, type TestSite } from './site.ts'
import { recordStatements } from './statement-log.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

type Reasons = Record<string, string>

const anonymous = 'refers to the anonymous row of the user'
const ofOthers = 'data of another user'

/** Columns that deleting an account leaves as they are. */
const keptAfterDeletion: Reasons = {
  'activities.user_id': anonymous,
  'answers.edited_by': anonymous,
  'bulk_actions.started_by': anonymous,
  'closings.closed_by': anonymous,
  'closings.reopened_by': anonymous,
  'comments.deleted_by': anonymous,
  'flag_cases.decided_by': anonymous,
  'flags.user_id': anonymous,
  'invites.invited_by': anonymous,
  'maintenance_runs.started_by': anonymous,
  'plugins.installed_by': anonymous,
  'questions.active_by': anonymous,
  'questions.edited_by': anonymous,
  'review_claims.user_id': 'expires within minutes',
  'review_skips.user_id': 'deleted when the case is decided',
  'revisions.user_id': anonymous,
  'suggestions.decided_by': anonymous,
  'sign_in_challenges.user_id': 'expires within minutes',
  'suspensions.author_id': anonymous,
  'suspensions.ended_by': anonymous,
  'tags.created_by': anonymous,
  'uploads.user_id': 'a job deletes the files that nothing uses (uploads.jobs.ts)',
  'user_notes.author_id': anonymous,
  'user_warnings.author_id': anonymous,
  'votes.user_id': 'the posts of other users keep their votes',
  'waves.decided_by': anonymous,
}

/** Columns that the data export leaves out. */
const notExported: Reasons = {
  'account_codes.user_id': 'only hashes',
  'answers.deleted_by': ofOthers,
  'answers.edited_by': 'the edits are exported as versions',
  'bulk_actions.started_by': 'what staff did to posts of others',
  'maintenance_runs.started_by': 'what staff did to the site',
  'connector_flows.user_id': 'logins that are not finished, for ten minutes',
  'closings.closed_by': 'exported as an activity',
  'closings.reopened_by': 'exported as an activity',
  'comments.deleted_by': ofOthers,
  'flag_cases.author_id': 'flags of other users',
  'flag_cases.decided_by': ofOthers,
  'held_posts.decided_by': ofOthers,
  'invitations.created_by': 'emails of others',
  'known_devices.user_id': 'only hashes',
  'mail_schedules.user_id': 'times of the next mails, which are exported',
  'notification_events.actor_id': 'the answers, comments, edits and votes are exported',
  'plugins.installed_by': 'what staff did to the site',
  'questions.active_by': 'the answers and edits are exported',
  'questions.deleted_by': ofOthers,
  'questions.edited_by': 'the edits are exported as versions',
  'recovery_codes.user_id': 'only hashes',
  'reputation_entries.by_user_id': ofOthers,
  'review_claims.user_id': 'expires within minutes',
  'review_skips.user_id': 'deleted when the case is decided',
  'sign_in_challenges.user_id': 'expires within minutes',
  'suggestions.decided_by': ofOthers,
  'suspensions.author_id': ofOthers,
  'suspensions.ended_by': ofOthers,
  'tags.created_by': 'the texts are exported as versions',
  'user_notes.author_id': ofOthers,
  'user_notes.user_id': 'only staff may read notes',
  'user_warnings.author_id': ofOthers,
  'wave_accounts.user_id': 'only staff may know what belongs to a spam wave',
  'waves.decided_by': ofOthers,
}

/** Columns that merging tags leaves as they are. */
const keptAfterMerge: Reasons = {}

/** Counters that `stoa doctor` cannot compute again. */
const notRecomputed: Reasons = { 'questions.view_count': 'views are counted and not stored' }

/** Columns with a foreign key to the table. */
async function listReferences(table: string) {
  const { rows } = await site.ctx.db.execute<{ table: string; column: string }>(sql`
    select conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass order by 1, 2`)
  return rows
}

/** Columns that occur in none of the statements, and reasons for columns that do. */
function compare(
  columns: { table: string; column: string }[],
  statements: string[],
  kept: Reasons,
) {
  const hasWord = (text: string, word: string) => new RegExp(`\\b${word}\\b`).test(text)
  const untouched = columns
    .filter(
      ({ table, column }) =>
        !statements.some((text) => hasWord(text, table) && hasWord(text, column)),
    )
    .map(({ table, column }) => `${table}.${column}`)
  return {
    forgotten: untouched.filter((name) => !(name in kept)),
    needless: Object.keys(kept).filter((name) => !untouched.includes(name)),
  }
}

const nothing = { forgotten: [], needless: [] }

describe('a column of a user', () => {
  it('is changed when the account is deleted', async () => {
    const ada = await aUser(site.ctx)
    await aQuestion(site.as(ada.token))
    const statements = await recordStatements(site, () =>
      site.as(ada.token).call(deleteAccount, { content: 'remove' }),
    )
    expect(compare(await listReferences('users'), statements, keptAfterDeletion)).toEqual(nothing)
  })

  it('is in the data export', async () => {
    const ada = await aUser(site.ctx)
    const statements = await recordStatements(site, () => site.as(ada.token).call(exportMyData, {}))
    expect(compare(await listReferences('users'), statements, notExported)).toEqual(nothing)
  })

  it('is exported under a name that no other list has', () => {
    const names = exportLists.map(([name]) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('a column of a tag', () => {
  it('is changed when the tag is merged', async () => {
    const staff = await aUser(site.ctx, { role: 'moderator' })
    const client = site.as(staff.token)
    await aQuestion(client, { tags: ['rye', 'roggen'] })
    const [rye, roggen] = await client.call(findTags, { tags: 'rye,roggen' })
    const statements = await recordStatements(site, () =>
      client.call(mergeTags, { source_tag_id: roggen!.tag_id, target_tag_id: rye!.tag_id }),
    )
    expect(compare(await listReferences('tags'), statements, keptAfterMerge)).toEqual(nothing)
  })
})

describe('a counter', () => {
  it('is checked by doctor', async () => {
    const { rows } = await site.ctx.db.execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%\\_count' order by 1`)
    const checked = new Set(columnChecks.map(({ name }) => name))
    const unchecked = rows.map(({ name }) => name).filter((name) => !checked.has(name))
    expect(unchecked).toEqual(Object.keys(notRecomputed).toSorted())
  })
})
