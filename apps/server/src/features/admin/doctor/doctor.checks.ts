import { type SQL, sql } from 'drizzle-orm'

/** `expected` recomputes the column from the rows it is derived from. */
type DenormalizedColumn = { name: string; table: string; column: string; expected: SQL }

const denormalized = (name: string, expected: SQL): DenormalizedColumn => {
  const [table = '', column = ''] = name.split('.')
  return { name, table, column, expected }
}

const sumOfVotes = (post: string) =>
  sql.raw(`(select coalesce(sum(value), 0) from votes where votes.object_id = ${post}.id)`)
const openAnswers = `from answers where answers.question_id = questions.id and answers.status = 1`

/** Ordered: later columns depend on earlier ones. */
export const columnChecks: readonly DenormalizedColumn[] = [
  denormalized('questions.score', sumOfVotes('questions')),
  denormalized('answers.score', sumOfVotes('answers')),
  denormalized('comments.score', sumOfVotes('comments')),
  denormalized('questions.answer_count', sql.raw(`(select count(*) ${openAnswers})`)),
  denormalized('questions.last_answer_id', sql.raw(`(select max(id) ${openAnswers})`)),
  denormalized(
    'questions.accepted_answer_id',
    sql.raw(`(select id ${openAnswers} and id = questions.accepted_answer_id)`),
  ),
  denormalized(
    'questions.is_answered',
    sql.raw(
      `(questions.accepted_answer_id is not null or exists (select 1 ${openAnswers} and answers.score > 0))`,
    ),
  ),
  denormalized(
    'questions.comment_count',
    sql.raw(
      `(select count(*) from comments where question_id = questions.id and answer_id is null and status = 1)`,
    ),
  ),
  denormalized(
    'answers.comment_count',
    // The question id is needed to use the index.
    sql.raw(
      `(select count(*) from comments where question_id = answers.question_id and answer_id = answers.id and status = 1)`,
    ),
  ),
  denormalized(
    'questions.bookmark_count',
    sql.raw(`(select count(*) from bookmarks where question_id = questions.id)`),
  ),
  denormalized(
    'questions.follow_count',
    sql.raw(`(select count(*) from follows where object_id = questions.id)`),
  ),
  denormalized(
    'tags.follow_count',
    sql.raw(`(select count(*) from follows where object_id = tags.id)`),
  ),
  denormalized(
    'questions.linked_count',
    sql.raw(`(
      select count(distinct link.from_question_id) from question_links link
      join questions origin on origin.id = link.from_question_id
      where link.to_question_id = questions.id and origin.status in (1, 2) and origin.is_listed
        and not exists (select 1 from answers where answers.id = link.from_post_id and answers.status <> 1))`),
  ),
  denormalized(
    'tags.question_count',
    sql.raw(`(
      select count(*) from question_tags join questions on questions.id = question_tags.question_id
      where question_tags.tag_id = tags.id and questions.status in (1, 2) and questions.is_listed)`),
  ),
  denormalized(
    'users.points',
    sql.raw(`(select coalesce(sum(points), 0) from reputation_entries where user_id = users.id)`),
  ),
  denormalized(
    'users.question_count',
    sql.raw(
      `(select count(*) from questions where user_id = users.id and status in (1, 2) and is_listed)`,
    ),
  ),
  denormalized(
    'users.answer_count',
    sql.raw(`(select count(*) from answers where user_id = users.id and status = 1)`),
  ),
]

/** Maintained by triggers: wrong only when they were bypassed. */
export const tagSetsCheck = {
  name: 'questions whose tags differ from tag_sets',
  find: sql.raw(`
    select coalesce(stored.question_id, expected.question_id) as id from tag_sets stored full join (
      select question_id, min(asked_at) as asked_at, array_agg(tag_id order by tag_id) as tag_ids
      from question_tags group by question_id
    ) expected on expected.question_id = stored.question_id
    where expected.tag_ids is distinct from stored.tag_ids
      or expected.asked_at is distinct from stored.asked_at`),
  /** A no-op update makes the triggers run again. */
  repair: (ids: SQL) => [
    sql`delete from tag_sets where question_id = any(${ids})`,
    sql`update question_tags set position = position where question_id = any(${ids})`,
  ],
}

/** Finds rows that must not exist. They need a manual decision and are not repaired. */
type IntegrityCheck = { name: string; find: SQL }

const postTables = ['questions', 'answers']
const revisedTables = [...postTables, 'comments', 'tags']

/** Uses one subquery per table: a list of all ids would not fit into memory on a large site. */
const orphanCheck = (table: string, targets: readonly string[]): IntegrityCheck => ({
  name: `${table} of missing objects`,
  find: sql.raw(
    `select distinct object_id as id from ${table} where ${targets
      .map((target) => `not exists (select 1 from ${target} where ${target}.id = object_id)`)
      .join(' and ')}`,
  ),
})

const revisionCheck = (table: string, text: string): IntegrityCheck => ({
  name: `${table} that differ from their latest revision`,
  find: sql.raw(`
    select ${table}.id from ${table} left join revisions on revisions.object_id = ${table}.id
      and revisions.version = ${table}.version
    where revisions.id is null or ${text}
      or exists (select 1 from revisions later where later.object_id = ${table}.id and later.version > ${table}.version)`),
})

export const integrityChecks: readonly IntegrityCheck[] = [
  revisionCheck(
    'questions',
    'revisions.original_text <> questions.original_text or revisions.title <> questions.title',
  ),
  revisionCheck('answers', 'revisions.original_text <> answers.original_text'),
  revisionCheck(
    'tags',
    'revisions.original_text <> tags.original_text or revisions.slug_name <> tags.slug_name',
  ),
  orphanCheck('votes', [...postTables, 'comments']),
  orphanCheck('follows', ['questions', 'tags']),
  orphanCheck('reactions', postTables),
  orphanCheck('revisions', revisedTables),
  orphanCheck('activities', revisedTables),
  orphanCheck('upload_uses', [...revisedTables, 'users']),
  orphanCheck('reputation_entries', postTables),
  {
    name: 'files in use that are marked as unused',
    find: sql.raw(`
      select uploads.id from uploads where unused_since is not null and (
        exists (select 1 from upload_uses where upload_id = uploads.id)
        or exists (select 1 from users where avatar = '/uploads/' || uploads.key))`),
  },
  {
    name: 'votes on own content',
    find: sql.raw(`
      select object_id as id from votes join (
        select id, user_id from questions union all select id, user_id from answers
        union all select id, user_id from comments
      ) content on content.id = votes.object_id and content.user_id = votes.user_id`),
  },
  {
    name: 'synonyms of a synonym or of a deleted tag',
    find: sql.raw(`
      select synonym.id from tags synonym join tags main on main.id = synonym.main_tag_id
      where main.main_tag_id is not null or main.is_deleted`),
  },
  {
    name: 'followers of a synonym',
    find: sql.raw(`
      select distinct tags.id from follows join tags on tags.id = follows.object_id
      where tags.main_tag_id is not null`),
  },
  {
    name: 'questions with a synonym or a deleted tag',
    find: sql.raw(`
      select question_id as id from question_tags join tags on tags.id = question_tags.tag_id
      where tags.main_tag_id is not null or tags.is_deleted`),
  },
  {
    name: 'questions without a tag',
    find: sql.raw(
      `select id from questions where not exists (select 1 from question_tags where question_id = questions.id)`,
    ),
  },
]
