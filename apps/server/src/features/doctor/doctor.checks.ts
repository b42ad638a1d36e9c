import { type SQL, sql } from 'drizzle-orm'

/** A number or a pointer that is kept beside the rows it is made of, and how to make it anew. */
type Kept = { name: string; table: string; column: string; expected: SQL }

const kept = (name: string, expected: SQL): Kept => {
  const [table = '', column = ''] = name.split('.')
  return { name, table, column, expected }
}

const sumOfVotes = (post: string) =>
  sql.raw(`(select coalesce(sum(value), 0) from votes where votes.object_id = ${post}.id)`)
const openAnswers = `from answers where answers.question_id = questions.id and answers.status = 1`

/** In an order in which each may rely on those before it. */
export const keptChecks: readonly Kept[] = [
  kept('questions.score', sumOfVotes('questions')),
  kept('answers.score', sumOfVotes('answers')),
  kept('comments.score', sumOfVotes('comments')),
  kept('questions.answer_count', sql.raw(`(select count(*) ${openAnswers})`)),
  kept('questions.last_answer_id', sql.raw(`(select max(id) ${openAnswers})`)),
  kept(
    'questions.accepted_answer_id',
    sql.raw(`(select id ${openAnswers} and id = questions.accepted_answer_id)`),
  ),
  kept(
    'questions.is_answered',
    sql.raw(
      `(questions.accepted_answer_id is not null or exists (select 1 ${openAnswers} and answers.score > 0))`,
    ),
  ),
  kept(
    'questions.comment_count',
    sql.raw(
      `(select count(*) from comments where question_id = questions.id and answer_id is null and status = 1)`,
    ),
  ),
  kept(
    'answers.comment_count',
    // With the question, by which the comments are found.
    sql.raw(
      `(select count(*) from comments where question_id = answers.question_id and answer_id = answers.id and status = 1)`,
    ),
  ),
  kept(
    'questions.bookmark_count',
    sql.raw(`(select count(*) from bookmarks where question_id = questions.id)`),
  ),
  kept(
    'questions.follow_count',
    sql.raw(`(select count(*) from follows where object_id = questions.id)`),
  ),
  kept('tags.follow_count', sql.raw(`(select count(*) from follows where object_id = tags.id)`)),
  kept(
    'questions.linked_count',
    sql.raw(`(
      select count(distinct link.from_question_id) from question_links link
      join questions origin on origin.id = link.from_question_id
      where link.to_question_id = questions.id and origin.status in (1, 2) and origin.is_listed
        and not exists (select 1 from answers where answers.id = link.from_post_id and answers.status <> 1))`),
  ),
  kept(
    'tags.question_count',
    sql.raw(`(
      select count(*) from question_tags join questions on questions.id = question_tags.question_id
      where question_tags.tag_id = tags.id and questions.status in (1, 2) and questions.is_listed)`),
  ),
  kept(
    'users.points',
    sql.raw(`(select coalesce(sum(points), 0) from reputation_entries where user_id = users.id)`),
  ),
  kept(
    'users.question_count',
    sql.raw(
      `(select count(*) from questions where user_id = users.id and status in (1, 2) and is_listed)`,
    ),
  ),
  kept(
    'users.answer_count',
    sql.raw(`(select count(*) from answers where user_id = users.id and status = 1)`),
  ),
]

/** What the database itself writes beside the rows it is made of: wrong only where someone has gone round it. */
export const tagSetsCheck = {
  name: 'questions whose tags are not as in tag_sets',
  find: sql.raw(`
    select coalesce(kept.question_id, made.question_id) as id from tag_sets kept full join (
      select question_id, min(asked_at) as asked_at, array_agg(tag_id order by tag_id) as tag_ids
      from question_tags group by question_id
    ) made on made.question_id = kept.question_id
    where made.tag_ids is distinct from kept.tag_ids or made.asked_at is distinct from kept.asked_at`),
  /** Writing the tags as they are makes the database do its part again. */
  mend: (ids: SQL) => [
    sql`delete from tag_sets where question_id = any(${ids})`,
    sql`update question_tags set position = position where question_id = any(${ids})`,
  ],
}

/** Something that must not be there at all. A person has to look: no statement can know what was meant. */
type Forbidden = { name: string; find: SQL }

const posts = ['questions', 'answers']
const named = [...posts, 'comments', 'tags']

/** One look into each table: a list of all ids would not fit into memory on a large site. */
const pointsNowhere = (table: string, targets: readonly string[]): Forbidden => ({
  name: `${table} of nothing`,
  find: sql.raw(
    `select distinct object_id as id from ${table} where ${targets
      .map((target) => `not exists (select 1 from ${target} where ${target}.id = object_id)`)
      .join(' and ')}`,
  ),
})

const newestRevision = (table: string, text: string): Forbidden => ({
  name: `${table} unlike their newest revision`,
  find: sql.raw(`
    select ${table}.id from ${table} left join revisions on revisions.object_id = ${table}.id
      and revisions.version = ${table}.version
    where revisions.id is null or ${text}
      or exists (select 1 from revisions later where later.object_id = ${table}.id and later.version > ${table}.version)`),
})

export const forbiddenChecks: readonly Forbidden[] = [
  newestRevision(
    'questions',
    'revisions.original_text <> questions.original_text or revisions.title <> questions.title',
  ),
  newestRevision('answers', 'revisions.original_text <> answers.original_text'),
  newestRevision(
    'tags',
    'revisions.original_text <> tags.original_text or revisions.slug_name <> tags.slug_name',
  ),
  pointsNowhere('votes', [...posts, 'comments']),
  pointsNowhere('follows', ['questions', 'tags']),
  pointsNowhere('reactions', posts),
  pointsNowhere('revisions', named),
  pointsNowhere('activities', named),
  pointsNowhere('upload_uses', [...named, 'users']),
  pointsNowhere('reputation_entries', posts),
  {
    name: 'files in use that the sweeper would look at',
    find: sql.raw(`
      select uploads.id from uploads where unused_since is not null and (
        exists (select 1 from upload_uses where upload_id = uploads.id)
        or exists (select 1 from users where avatar = '/uploads/' || uploads.key))`),
  },
  {
    name: 'votes for oneself',
    find: sql.raw(`
      select object_id as id from votes join (
        select id, user_id from questions union all select id, user_id from answers
        union all select id, user_id from comments
      ) written on written.id = votes.object_id and written.user_id = votes.user_id`),
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
