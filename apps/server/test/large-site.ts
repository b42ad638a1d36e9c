import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../src/kernel/database.ts'

/** The ids of what is made begin here, by the kind of thing. */
const first = {
  person: 1_000_000n,
  question: 10_010_001_000_000_000n,
  answer: 10_020_001_000_000_000n,
  tag: 10_030_001_000_000_000n,
  comment: 10_070_001_000_000_000n,
}

const idOf = (kind: keyof typeof first, n: number) => String(first[kind] + BigInt(n))

/** What is known of a large site: who has done much, what has much hanging on it, and what is usual. */
export const large = {
  people: 2_000,
  tags: 400,
  reader: idOf('person', 1),
  /** Has asked and answered as much as anyone. */
  authorName: 'person2',
  /** Has written a third of everything. */
  busyName: 'person3',
  /** Has 200 answers, each with comments, and many links to it. */
  busyQuestion: idOf('question', 7),
  /** The hundredth of its answers. */
  busyAnswer: idOf('answer', 100),
  usualQuestion: idOf('question', 4_321),
  /** One of four that share all questions, and one that few have. */
  commonTag: 'tag1',
  usualTag: 'tag50',
  /** The one of the four that all questions with the usual tag have. */
  commonTagBeside: 'tag4',
  rareTag: 'tag250',
}

/**
 * Fills a site with many questions and with what hangs on them, in SQL alone: seconds, where writing them one by one
 * takes hours. A few things have much more of everything than the others, as everywhere.
 */
export async function fillLarge(db: Db, questions: number) {
  await db.transaction(async (tx) => {
    // Nothing is checked for each row: what is written below fits together.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`set local statement_timeout = 0`)
    // Else plans depend on whether the database has swept on its own meanwhile.
    for (const table of ['questions', 'question_tags', 'question_links', 'answers', 'comments'])
      await tx.execute(sql`alter table ${sql.identifier(table)} set (autovacuum_enabled = false)`)
    for (const statement of [...people(), ...posts(questions), ...acts(questions), ...busyPerson()])
      await tx.execute(statement)
    await tx.execute(sql`analyze`)
  })
}

const from = (kind: keyof typeof first) => sql.raw(String(first[kind]))
const numbers = (count: number) => sql`generate_series(1, ${sql.raw(String(count))}::bigint) as n`

/** The busy person has written every third of anything. */
const writer = (step: number) =>
  sql`${from('person')} + case when n % 3 = 0 then 3 else 1 + (n * ${sql.raw(String(step))}) % ${sql.raw(String(large.people))} end`

function people(): SQL[] {
  return [
    sql`insert into users (id, username, display_name, email, activated_at, created_at)
      select ${from('person')} + n, 'person' || n, 'Person ' || n, 'person' || n || '@example.org', now(), now()
      from ${numbers(large.people)}`,
    sql`insert into tags (id, slug_name, display_name, created_by, created_at)
      select ${from('tag')} + n, 'tag' || n, 'Tag ' || n, ${from('person')} + 1, now() - n * interval '1 day'
      from ${numbers(large.tags)}`,
  ]
}

function posts(count: number): SQL[] {
  const text = sql`(select string_agg('word' || (n * 31 + k * k * 17) % 4999, ' ') from generate_series(1, 40) as k)
    || ' common' || case when n % 7 = 0 then ' often' else '' end || case when n % 1000 = 0 then ' seldom' else '' end`
  return [
    sql`insert into questions (id, user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, status,
        deleted_at, deleted_by, is_listed, is_answered, score, view_count, hot_score, linked_count, answer_count,
        created_at, active_at, active_by)
      select ${from('question')} + n, person, 'Question ' || n || ' about word' || n % 4999, 'question', text,
        '<p>' || text || '</p>', left(text, 200), 1, case when n % 20 = 0 then 10 else 1 end,
        case when n % 20 = 0 then now() end, case when n % 20 = 0 then person end,
        n % 50 <> 1, n % 3 = 0, n % 97, n % 5000, n % 1009, n % 13, 2,
        now() - n * interval '1 minute', now() - n * interval '1 second', person
      from ${numbers(count)}, lateral (select ${writer(7919)} as person,
        ${text} as text) as made`,
    sql`insert into question_tags (question_id, tag_id, position, asked_at)
      select id, ${from('tag')} + tag, place, created_at from (
        select id, created_at, place,
          case place when 0 then 1 + n % 4 when 1 then 5 + (n * 7) % 96 else 101 + (n * 31) % 300 end as tag
        from (select id, created_at, id - ${from('question')} as n from questions where id > ${from('question')}) as asked,
          generate_series(0, 2) as place) as tagged`,
    sql`insert into tag_sets (question_id, asked_at, tag_ids)
      select question_id, min(asked_at), array_agg(tag_id order by tag_id) from question_tags group by question_id`,
    // Two for each question, and 200 for one.
    sql`insert into answers (id, question_id, user_id, excerpt, original_text, parsed_text, renderer_version, status,
        deleted_at, deleted_by, score, created_at)
      select ${from('answer')} + n, case when n <= 200 then ${from('question')} + 7
          else ${from('question')} + 1 + n % ${sql.raw(String(count))} end,
        ${writer(104729)}, 'x', repeat('x', 300), '<p>x</p>', 1,
        case when n % 30 = 29 then 10 else 1 end, case when n % 30 = 29 then now() end,
        case when n % 30 = 29 then ${from('person')} + 1 end, n % 41 - 5, now() - n * interval '30 seconds'
      from ${numbers(2 * count)}`,
    // Two on each question, one on every second answer, and ten on each answer of the busy question.
    sql`insert into comments (question_id, answer_id, user_id, original_text, parsed_text, renderer_version, score, created_at)
      select question_id, answer_id, ${writer(31)}, 'x', '<p>x</p>', 1, n % 5, now()
      from (
        select id as question_id, null::bigint as answer_id, id - ${from('question')} as n from questions, generate_series(1, 2) where id > ${from('question')}
        union all select question_id, id, id - ${from('answer')} from answers where id > ${from('answer')} and id % 2 = 0
        union all select question_id, id, k from answers, generate_series(1, 10) as k where question_id = ${from('question')} + 7
      ) as commented`,
    sql`insert into search_documents (object_id, question_id, type, user_id, created_at, title_words, vector)
      select id, id, 'question', user_id, created_at, array['word' || (id - ${from('question')}) % 4999],
        setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', original_text), 'C')
      from questions where id > ${from('question')} and status = 1 and is_listed`,
    sql`insert into search_words (word, titles, shorter) select 'word' || n, 5, array['word' || n] from ${numbers(4_999)}`,
  ]
}

function acts(count: number): SQL[] {
  const some = Math.ceil(count / 4)
  return [
    sql`insert into votes (user_id, object_id, value, created_at)
      select ${from('person')} + 1 + (id + k * 13) % ${sql.raw(String(large.people))}, id, 1, now() - (id % 100000) * interval '1 minute'
      from questions, generate_series(1, 2) as k where id > ${from('question')} on conflict do nothing`,
    // The reader has voted on, follows and keeps far more than others.
    ...Object.entries({
      'votes (user_id, object_id, value, created_at)': 40,
      'follows (user_id, object_id, created_at)': 40,
      'bookmarks (user_id, question_id, created_at)': 3,
    }).map(
      ([table, every]) => sql`insert into ${sql.raw(table)}
        select ${from('person')} + 1, id, ${sql.raw(table.includes('value') ? '1,' : '')} created_at
        from questions where id > ${from('question')} and id % ${sql.raw(String(every))} = 0 on conflict do nothing`,
    ),
    sql`insert into bookmarks (user_id, question_id, created_at)
      select ${from('person')} + 2 + n % 1000, ${from('question')} + n, now() from ${numbers(some)}`,
    sql`insert into follows (user_id, object_id, created_at)
      select ${from('person')} + 1 + n % ${sql.raw(String(large.people))}, ${from('question')} + n, now()
      from ${numbers(some)} on conflict do nothing`,
    sql`insert into follows (user_id, object_id, created_at)
      select ${from('person')} + 1, ${from('tag')} + n, now() from generate_series(5, 25) as n`,
    // Every fourth question links to another, every fortieth to the busy one.
    sql`insert into question_links (from_question_id, from_post_id, to_question_id)
      select ${from('question')} + n * 4 + 2, ${from('question')} + n * 4 + 2,
        ${from('question')} + case when n % 10 = 0 then 7 else 1 + (n * 271) % ${sql.raw(String(count))} end
      from ${numbers(some - 1)}
      where n * 4 + 2 <> 1 + (n * 271) % ${sql.raw(String(count))} on conflict do nothing`,
    sql`insert into question_links (from_question_id, from_post_id, to_question_id)
      values (${from('question')} + 11, ${from('question')} + 11, ${large.usualQuestion}::bigint) on conflict do nothing`,
    sql`update questions set linked_count = (select count(*) from question_links where to_question_id = questions.id)
      where id = ${from('question')} + 7`,
    sql`update tags set question_count = (select count(*) from question_tags where tag_id = tags.id) where id > ${from('tag')}`,
    sql`insert into reactions (object_id, emoji, user_id, created_at)
      select id, 'heart', ${from('person')} + 1 + id % ${sql.raw(String(large.people))}, now() from questions
      where id > ${from('question')} and id % 3 = 0`,
  ]
}

function busyPerson(): SQL[] {
  return [
    sql`insert into reputation_entries (user_id, kind, change, points, object_id, by_user_id, day, created_at)
      select ${from('person')} + 1 + (id + k) % ${sql.raw(String(large.people))}, 'question.voted_up', 'given', 10, id, ${from('person')} + 1, now(), now()
      from questions, generate_series(1, 2) as k where id > ${from('question')}`,
    sql`insert into reputation_entries (user_id, kind, change, points, object_id, by_user_id, day, created_at)
      select user_id, 'answer.voted_up', 'given', 10, id, ${from('person')} + 1, now(), now()
      from answers where user_id = ${from('person')} + 3`,
  ]
}
