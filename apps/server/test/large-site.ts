import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../src/kernel/database.ts'
import { bookmarks } from '../src/schema/bookmarks.ts'
import { staffLog } from '../src/schema/staff-log.ts'
import { postTraces, waveAccounts, waves } from '../src/schema/waves.ts'

/** First generated id of each kind. */
const firstId = {
  user: 1_000_000n,
  question: 10_010_001_000_000_000n,
  answer: 10_020_001_000_000_000n,
  tag: 10_030_001_000_000_000n,
  comment: 10_070_001_000_000_000n,
}

const idOf = (kind: keyof typeof firstId, n: number) => String(firstId[kind] + BigInt(n))

/** Rows with notable sizes, for queries. */
export const large = {
  users: 2_000,
  tags: 400,
  reader: idOf('user', 1),
  /** An average author. */
  authorName: 'user2',
  /** Wrote a third of all content. */
  busyName: 'user3',
  busyUser: idOf('user', 3),
  /** Has 200 answers with comments, and many incoming links. */
  busyQuestion: idOf('question', 7),
  busyAnswer: idOf('answer', 100),
  usualQuestion: idOf('question', 4_321),
  /** On a quarter of all questions. */
  commonTag: 'tag1',
  usualTag: 'tag50',
  usualTagId: idOf('tag', 50),
  /** The common tag of all questions with the usual tag. */
  commonTagBeside: 'tag4',
  rareTag: 'tag250',
  /** Has 1,000 accounts and 3,000 posts. */
  wave: '1000001',
}

/**
 * Fills a site in SQL, which takes seconds instead of hours. A few rows are much larger than the others, as on
 * real sites.
 */
export async function fillLargeSite(db: Db, questions: number) {
  await db.transaction(async (tx) => {
    // Skips foreign key checks; the rows below are consistent.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`set local statement_timeout = 0`)
    // Autovacuum would make plans depend on timing.
    for (const table of ['questions', 'question_tags', 'question_links', 'answers', 'comments'])
      await tx.execute(sql`alter table ${sql.identifier(table)} set (autovacuum_enabled = false)`)
    for (const statement of [
      ...createUsers(),
      ...createPosts(questions),
      ...createActivity(questions),
      ...createReputation(),
      ...createNotifications(),
      ...createBadges(),
      ...createSuggestions(questions),
      ...createWaves(questions),
    ])
      await tx.execute(statement)
    await tx.execute(sql`analyze`)
  })
}

const from = (kind: keyof typeof firstId) => sql.raw(String(firstId[kind]))
const numbers = (count: number) => sql`generate_series(1, ${sql.raw(String(count))}::bigint) as n`

/** The busy user wrote every third row. */
const authorId = (step: number) =>
  sql`${from('user')} + case when n % 3 = 0 then 3 else 1 + (n * ${sql.raw(String(step))}) % ${sql.raw(String(large.users))} end`

function createUsers(): SQL[] {
  return [
    sql`insert into users (id, username, display_name, email, activated_at, created_at)
      select ${from('user')} + n, 'user' || n, 'User ' || n, 'user' || n || '@example.org', now(), now()
      from ${numbers(large.users)}`,
    sql`insert into tags (id, slug_name, display_name, created_by, created_at)
      select ${from('tag')} + n, 'tag' || n, 'Tag ' || n, ${from('user')} + 1, now() - n * interval '1 day'
      from ${numbers(large.tags)}`,
  ]
}

function createPosts(count: number): SQL[] {
  const text = sql`(select string_agg('word' || (n * 31 + k * k * 17) % 4999, ' ') from generate_series(1, 40) as k)
    || ' common' || case when n % 7 = 0 then ' often' else '' end || case when n % 1000 = 0 then ' seldom' else '' end`
  return [
    sql`insert into questions (id, user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, status,
        deleted_at, deleted_by, is_listed, is_answered, score, view_count, hot_score, linked_count, answer_count,
        created_at, active_at, active_by)
      select ${from('question')} + n, author, 'Question ' || n || ' about word' || n % 4999, 'question', text,
        '<p>' || text || '</p>', left(text, 200), 1, case when n % 20 = 0 then 10 else 1 end,
        case when n % 20 = 0 then now() end, case when n % 20 = 0 then author end,
        n % 50 <> 1, n % 3 = 0, n % 97, n % 5000, n % 1009, n % 13, 2,
        now() - n * interval '1 minute', now() - n * interval '1 second', author
      from ${numbers(count)}, lateral (select ${authorId(7919)} as author,
        ${text} as text) as created`,
    sql`insert into question_tags (question_id, tag_id, position, asked_at)
      select id, ${from('tag')} + tag, position, created_at from (
        select id, created_at, position,
          case position when 0 then 1 + n % 4 when 1 then 5 + (n * 7) % 96 else 101 + (n * 31) % 300 end as tag
        from (select id, created_at, id - ${from('question')} as n from questions where id > ${from('question')}) as numbered,
          generate_series(0, 2) as position) as tagged`,
    sql`insert into tag_sets (question_id, asked_at, tag_ids)
      select question_id, min(asked_at), array_agg(tag_id order by tag_id) from question_tags group by question_id`,
    // Two per question, and 200 for the busy one.
    sql`insert into answers (id, question_id, user_id, excerpt, original_text, parsed_text, renderer_version, status,
        deleted_at, deleted_by, score, created_at)
      select ${from('answer')} + n, case when n <= 200 then ${from('question')} + 7
          else ${from('question')} + 1 + n % ${sql.raw(String(count))} end,
        ${authorId(104729)}, 'x', repeat('x', 300), '<p>x</p>', 1,
        case when n % 30 = 29 then 10 else 1 end, case when n % 30 = 29 then now() end,
        case when n % 30 = 29 then ${from('user')} + 1 end, n % 41 - 5, now() - n * interval '30 seconds'
      from ${numbers(2 * count)}`,
    // Two per question, one per second answer, ten per answer of the busy question.
    sql`insert into comments (question_id, answer_id, user_id, original_text, parsed_text, renderer_version, score, created_at)
      select question_id, answer_id, ${authorId(31)}, 'x', '<p>x</p>', 1, n % 5, now()
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

function createActivity(count: number): SQL[] {
  const quarter = Math.ceil(count / 4)
  return [
    sql`insert into votes (user_id, object_id, value, created_at)
      select ${from('user')} + 1 + (id + k * 13) % ${sql.raw(String(large.users))}, id, 1, now() - (id % 100000) * interval '1 minute'
      from questions, generate_series(1, 2) as k where id > ${from('question')} on conflict do nothing`,
    // The reader has many more votes, follows and bookmarks than others.
    ...Object.entries({
      'votes (user_id, object_id, value, created_at)': 40,
      'follows (user_id, object_id, created_at)': 40,
      'bookmarks (user_id, question_id, created_at)': 3,
    }).map(
      ([table, every]) => sql`insert into ${sql.raw(table)}
        select ${from('user')} + 1, id, ${sql.raw(table.includes('value') ? '1,' : '')} created_at
        from questions where id > ${from('question')} and id % ${sql.raw(String(every))} = 0 on conflict do nothing`,
    ),
    sql`insert into ${staffLog} (actor_id, action, object_type, object_id, user_id, created_at)
      select ${from('user')} + 1 + n % 50, (array['close', 'pin', 'delete', 'undelete'])[1 + n % 4], 'question',
        ${from('question')} + n, ${authorId(7)}, now() - n * interval '10 minutes' from ${numbers(count)}`,
    sql`insert into ${bookmarks} (user_id, question_id, created_at)
      select ${from('user')} + 2 + n % 1000, ${from('question')} + n, now() from ${numbers(quarter)}`,
    sql`insert into follows (user_id, object_id, created_at)
      select ${from('user')} + 1 + n % ${sql.raw(String(large.users))}, ${from('question')} + n, now()
      from ${numbers(quarter)} on conflict do nothing`,
    sql`insert into follows (user_id, object_id, created_at)
      select ${from('user')} + 1, ${from('tag')} + n, now() from generate_series(5, 25) as n`,
    // Every fourth question links to another, every 40th to the busy one.
    sql`insert into question_links (from_question_id, from_post_id, to_question_id)
      select ${from('question')} + n * 4 + 2, ${from('question')} + n * 4 + 2,
        ${from('question')} + case when n % 10 = 0 then 7 else 1 + (n * 271) % ${sql.raw(String(count))} end
      from ${numbers(quarter - 1)}
      where n * 4 + 2 <> 1 + (n * 271) % ${sql.raw(String(count))} on conflict do nothing`,
    sql`insert into question_links (from_question_id, from_post_id, to_question_id)
      values (${from('question')} + 11, ${from('question')} + 11, ${large.usualQuestion}::bigint) on conflict do nothing`,
    sql`update questions set linked_count = (select count(*) from question_links where to_question_id = questions.id)
      where id = ${from('question')} + 7`,
    sql`update tags set question_count = (select count(*) from question_tags where tag_id = tags.id) where id > ${from('tag')}`,
    sql`insert into activities (kind, object_id, user_id, created_at)
      select 'asked', id, user_id, created_at from questions where id > ${from('question')}
      union all select 'answered', id, user_id, created_at from answers where id > ${from('answer')}
      union all select 'commented', id, user_id, created_at from comments`,
    sql`insert into revisions (object_id, version, user_id, original_text, status, created_at)
      select id, 1, user_id, 'x', 0, created_at from questions where id > ${from('question')}
      union all select id, 1, user_id, 'x', 0, created_at from answers where id > ${from('answer')}`,
    sql`insert into reactions (object_id, emoji, user_id, created_at)
      select id, 'heart', ${from('user')} + 1 + id % ${sql.raw(String(large.users))}, now() from questions
      where id > ${from('question')} and id % 3 = 0`,
  ]
}

/** The reader has notifications about every answer; authors about the reputation of theirs. */
function createNotifications(): SQL[] {
  return [
    sql`insert into notification_events (kind, object_id, source_id, actor_id, receiver_id, created_at)
      select 'answer_the_question', question_id, id, user_id, 0, created_at from answers
      union all select 'up_voted_question', object_id, object_id, user_id, 0, created_at from votes
      where user_id > ${from('user')} + 1`,
    sql`insert into notifications
        (user_id, kind, tab, object_id, first_event_id, last_event_id, reason, state, updated_at)
      select ${from('user')} + 1, kind, case when kind = 'up_voted_question' then 'votes' else 'posts' end, object_id, id, id,
        'follower', 2, created_at
      from notification_events`,
    sql`insert into notifications
        (user_id, kind, tab, object_id, first_event_id, last_event_id, reason, points, updated_at)
      select user_id, 'reputation', 'achievement', id, 0, 0, 'author', 10, created_at from answers`,
    sql`update notifications set state = case when id % 3 = 0 then 0 else 1 end
      where id in (select max(id) from notifications where id % 7 = 0 group by user_id, kind, object_id)`,
  ]
}

/** Everyone has one badge, and one answer in ten earned one. */
function createBadges(): SQL[] {
  return [
    sql`insert into badge_awards (badge_id, is_single, user_id, object_id, created_at)
      select badges.id, true, users.id, null, now() from badges, users where badges.key = 'first_upvote'
      union all select badges.id, false, user_id, answers.id, now() from badges, answers
      where badges.key = 'nice_answer' and answers.id % 10 = 0`,
  ]
}

function createReputation(): SQL[] {
  return [
    sql`insert into reputation_entries (user_id, kind, change, points, object_id, by_user_id, day, created_at)
      select ${from('user')} + 1 + (id + k) % ${sql.raw(String(large.users))}, 'question.voted_up', 'given', 10, id, ${from('user')} + 1, now(), now()
      from questions, generate_series(1, 2) as k where id > ${from('question')}`,
    sql`insert into reputation_entries (user_id, kind, change, points, object_id, by_user_id, day, created_at)
      select user_id, 'answer.voted_up', 'given', 10, id, ${from('user')} + 1, now(), now()
      from answers where user_id = ${from('user')} + 3`,
  ]
}

/** One in ten is open, mostly for deleted questions. The reader has suggested many. */
function createSuggestions(count: number): SQL[] {
  return [
    sql`insert into suggestions (object_id, user_id, base_version, title, original_text, tags, created_at, status,
        decision, decided_by, decided_at, published_version)
      select ${from('question')} + n, ${from('user')} + case when n % 100 = 3 then 1 else 1 + n % ${sql.raw(String(large.users))} end,
        1, 'Title ' || n, 'Text ' || n, array['tag1'], now(), case when n % 10 = 1 then 1 else 3 end,
        case when n % 10 <> 1 then 'rejected' end, case when n % 10 <> 1 then ${from('user')} + 4 end,
        case when n % 10 <> 1 then now() end, null
      from ${numbers(count)}`,
  ]
}

/** Decided waves of the past, one large wave, and many traces of ordinary posts. */
function createWaves(count: number): SQL[] {
  const wave = sql.raw(large.wave)
  return [
    sql`insert into ${waves} (id, state, label, created_at, last_post_at, decided_by, decided_at)
      select 1000000 + n, case when n = 1 then 'open' else 'removed' end, 'visa.example', now(),
        now() - n * interval '1 hour', ${from('user')} + 1, now() from ${numbers(2_000)}`,
    sql`insert into ${waveAccounts} (wave_id, user_id, left_out)
      select ${wave}, ${from('user')} + 500 + n, n <= 5 from ${numbers(1_000)}`,
    sql`insert into ${postTraces} (object_id, question_id, user_id, created_at, network, hosts, signature, signals, wave_id)
      select id, id, case when n <= 3000 then ${from('user')} + 501 + n % 1000 else user_id end, created_at,
        '192.0.' || n % 200 || '.0/24', array['visa.example'], array[1, 2, 3, 4], array['new_account'],
        case when n <= 3000 then ${wave} else 1000001 + n % 2000 end
      from (select *, row_number() over (order by id) as n from questions where id > ${from('question')}) question
      limit ${sql.raw(String(count))}`,
  ]
}
