import { toLongId, typeOfId } from '@stoa/contract/ids'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transact.ts'
import { questionLinks } from './links.table.ts'
import { answers, questions } from './posts.table.ts'
import { isLinkListed } from './posts.visibility.ts'

/** One post can link to no more than this many questions: each of them is locked while the post is written. */
const mostLinks = 100

/** An arbitrary number that no other lock of ours has. Taken after answers and before questions. */
const linkingLock = 5_471_104

/** Which questions the locked ones link to, in everyone's sight. */
export type Linked = { from: string; to: string }[]

/**
 * Locks a question together with those it links to, and with those that the ids in a new text mean, for a change of
 * one post that is new or locked. Null when no link is near: then there is nothing to keep and nothing to count.
 */
export async function lockLinked(
  tx: Tx,
  questionIds: readonly string[],
  links: readonly string[],
): Promise<Linked | null> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${linkingLock})`)
  const locked = await lockInOrder(tx, questionIds, links)
  if (locked.every((id) => questionIds.includes(id))) return null
  return questionIds.length === 0 ? [] : await listed(tx, questionIds)
}

/** The same for a change of whole questions, alone: no answer brings a link between the look and the lock. */
export async function lockAllLinked(tx: Tx, questionIds: readonly string[]): Promise<Linked> {
  await tx.execute(sql`select pg_advisory_xact_lock(${linkingLock})`)
  await lockInOrder(tx, questionIds, [])
  return await listed(tx, questionIds)
}

/** All in one statement and in order: two questions that link to each other may be written at the same time. */
async function lockInOrder(tx: Tx, questionIds: readonly string[], links: readonly string[]) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${questions} where id = any(array(
      select unnest(${toArray(questionIds)})
      union all ${meant(links)}
      union all select ${questionLinks.toQuestionId} from ${questionLinks}
        where ${questionLinks.fromQuestionId} = any(${toArray(questionIds)})))
    order by id for no key update`)
  return rows.map(({ id }) => String(id))
}

/** Keeps which questions a post links to from now on. */
export async function keepLinks(
  tx: Tx,
  from: { questionId: string; postId: string },
  links: readonly string[],
) {
  await tx.execute(sql`
    with wanted as (
      select id from ${questions} where id = any(array(${meant(links)})) and id <> ${from.questionId}::bigint
    ), gone as (
      delete from ${questionLinks}
      where from_post_id = ${from.postId}::bigint and to_question_id not in (select id from wanted)
    )
    insert into ${questionLinks} (from_question_id, from_post_id, to_question_id)
    select ${from.questionId}::bigint, ${from.postId}::bigint, id from wanted on conflict do nothing`)
}

/** Moves the counts of the questions that more, or fewer, link to than before the change. */
export async function moveLinkedCounts(tx: Tx, questionIds: readonly string[], before: Linked) {
  const targets = before.map(({ to }) => to)
  await tx.execute(sql`
    update ${questions} set linked_count = linked_count + moved.by
    from (
      select id, sum(step)::int as by from (
        select to_question_id as id, 1 as step from ${listed(tx, questionIds)} as now
        union all select unnest(${toArray(targets)}), -1
      ) steps group by id having sum(step) <> 0
    ) moved
    where ${questions.id} = moved.id`)
}

/** The pairs of questions, linked in everyone's sight, that begin at the given ones. */
function listed(tx: Tx, questionIds: readonly string[]) {
  return tx
    .selectDistinct({ from: questionLinks.fromQuestionId, to: questionLinks.toQuestionId })
    .from(questionLinks)
    .innerJoin(questions, eq(questions.id, questionLinks.fromQuestionId))
    .where(and(inArray(questionLinks.fromQuestionId, [...questionIds]), isLinkListed()))
}

/** The questions that ids of a text, long or short, of questions and answers, stand for. */
function meant(links: readonly string[]): SQL {
  const ids = links.slice(0, mostLinks).flatMap((link) => toLongId(link) ?? [])
  const ofType = (type: 'question' | 'answer') => toArray(ids.filter((id) => typeOfId(id) === type))
  return sql`select unnest(${ofType('question')})
    union all select ${answers.questionId} from ${answers} where ${answers.id} = any(${ofType('answer')})`
}

/** Ids as one parameter, whatever their number, in a form that every engine reads. */
function toArray(ids: readonly string[]): SQL {
  return sql`string_to_array(${ids.join(',')}, ',')::bigint[]`
}
