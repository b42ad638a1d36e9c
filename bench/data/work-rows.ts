import type pg from 'pg'
import { firstUserId } from './site-state.ts'

/** How many rows the lists of staff have that only grow with the years. */
const workSizes = { log: 1_000_000, cases: 200_000, invitations: 100_000 }

const { log, cases, invitations } = workSizes
const spreadOver = (interval: string, rows: number) =>
  `now() - interval '${interval}' * ((${rows} - n) / ${rows}.0)`
const someUser = `${firstUserId} + n::bigint * 7919 % 20000`
/** The newest cases are open. */
const isOpen = `n > ${cases - 300}`
const decidedAt = `case when not ${isOpen} then least(now(), created + interval '1 hour' * (n % 90)) end`
const decidedBy = `case when not ${isOpen} then ${firstUserId} + n % 20 end`

const statements = [
  `insert into staff_log (actor_id, action, object_type, object_id, user_id, reason, created_at)
    select ${firstUserId} + n % 20, (array['close_question', 'delete_answer', 'suspend_user', 'change_settings'])[1 + n % 4],
      (array['question', 'answer', 'user', 'site'])[1 + n % 4], 10010000000000000 + n % 100000, ${someUser}, 'A reason.',
      ${spreadOver('6 years', log)} from generate_series(1, ${log}) n`,
  `insert into mail_log (kind, recipient, subject, status, error, created_at)
    select (array['digest', 'inbox', 'activation', 'password'])[1 + n % 4], 'person' || n % 900000 || '@example.org',
      'Your question has an answer', case when n % 50 = 0 then 'failed' else 'sent' end,
      case when n % 50 = 0 then '550 no such user' else '' end,
      ${spreadOver('30 days', log)} from generate_series(1, ${log}) n`,
  `insert into invitations (token_hash, email, role_id, max_uses, uses, created_by, created_at, expires_at)
    select md5(n::text), 'guest' || n || '@example.org', 1, 1, n % 2, ${firstUserId} + n % 20,
      ${spreadOver('3 years', invitations)}, ${spreadOver('3 years', invitations)} + interval '7 days'
    from generate_series(1, ${invitations}) n`,
  `insert into webhooks (url, description, events, all_events, state, secret, created_at)
    values ('https://hooks.example.org/', 'Chat', '{}', true, 'paused', 'none', now())`,
  `insert into webhook_deliveries (webhook_id, message_id, event, body, state, tries, attempts, created_at)
    select (select max(id) from webhooks), 'msg_' || n, (array['question.asked', 'answer.posted'])[1 + n % 2],
      '{}', case when n % 100 = 0 then 'failed' else 'delivered' end, 1, 1,
      ${spreadOver('30 days', log)} from generate_series(1, ${log}) n`,
  `insert into flag_cases (object_id, question_id, author_id, created_at, status, operation, decided_by, decided_at)
    select 10010000000000000 + n % 100000, 10010000000000000 + n % 100000, ${someUser}, created,
      case when ${isOpen} then 1 else 2 end, case when not ${isOpen} then 'delete_post' end, ${decidedBy}, ${decidedAt}
    from (select n, ${spreadOver('6 years', cases)} as created from generate_series(1, ${cases}) n) made`,
  `insert into suggestions (object_id, user_id, base_version, original_text, created_at, status, decision, decided_by, decided_at)
    select 10010000000000000 + n % 100000, ${someUser}, 1, 'A better text.', created,
      case when ${isOpen} then 1 else 3 end, case when not ${isOpen} then 'rejected' end, ${decidedBy}, ${decidedAt}
    from (select n, ${spreadOver('6 years', cases)} as created from generate_series(1, ${cases}) n) made`,
  `insert into held_posts (object_id, question_id, user_id, reasons, created_at, outcome, decided_by, decided_at)
    select 10010000000000000 + n % 100000, 10010000000000000 + n % 100000, ${someUser}, '{links}', created,
      case when not ${isOpen} then 'rejected' end, ${decidedBy}, ${decidedAt}
    from (select n, ${spreadOver('6 years', cases)} as created from generate_series(1, ${cases - 1000}) n) made`,
]

/** What staff did and what was sent over the years: logs, cases of the review desk, invitations and webhooks. */
export async function writeWork(client: pg.Client) {
  for (const statement of statements) await client.query(statement)
}
