import { toLongId, typeOfId } from '@stoa/contract/ids'
import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { idArray } from '../../../kernel/id-array.ts'
import type { Tx } from '../../../kernel/context.ts'
import { questionLinks } from '../../../schema/links.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isLinkListed } from './posts.visibility.ts'

/** Every linked question is locked while the post is written, so their number is limited. */
const maxLinks = 100

/** Unique among our advisory locks. Acquired after answers and before questions. */
const linkingLock = 5_471_104

/** Publicly visible links between questions. */
export type QuestionLinks = { from: string; to: string }[]

/**
 * Locks questions together with their current and new link targets, for a change of one post that is new or locked.
 * Null when there are no links, so that there is nothing to save or count.
 */
export async function lockLinkedQuestions(
  tx: Tx,
  questionIds: readonly string[],
  linkIds: readonly string[],
): Promise<QuestionLinks | null> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${linkingLock})`)
  const locked = await lockInOrder(tx, questionIds, linkIds)
  if (locked.every((id) => questionIds.includes(id))) return null
  return questionIds.length === 0 ? [] : await selectVisibleLinks(tx, questionIds)
}

/** For changes of whole questions. Exclusive, so that no answer adds a link between the read and the lock. */
export async function lockLinkedExclusively(
  tx: Tx,
  questionIds: readonly string[],
): Promise<QuestionLinks> {
  await tx.execute(sql`select pg_advisory_xact_lock(${linkingLock})`)
  await lockInOrder(tx, questionIds, [])
  return await selectVisibleLinks(tx, questionIds)
}

/** One statement in order of id: two questions that link to each other may be written concurrently. */
async function lockInOrder(tx: Tx, questionIds: readonly string[], linkIds: readonly string[]) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${questions} where id = any(array(
      select unnest(${idArray(questionIds)})
      union all ${selectTargets(linkIds)}
      union all select ${questionLinks.toQuestionId} from ${questionLinks}
        where ${questionLinks.fromQuestionId} = any(${idArray(questionIds)})))
    order by id for no key update`)
  return rows.map(({ id }) => String(id))
}

export async function saveLinks(
  tx: Tx,
  from: { questionId: string; postId: string },
  linkIds: readonly string[],
) {
  await tx.execute(sql`
    with targets as (
      select id from ${questions} where id = any(array(${selectTargets(linkIds)})) and id <> ${from.questionId}::bigint
    ), removed as (
      delete from ${questionLinks}
      where from_post_id = ${from.postId}::bigint and to_question_id not in (select id from targets) and not is_duplicate
    ), kept as (
      update ${questionLinks} set is_in_text = false
      where from_post_id = ${from.postId}::bigint and to_question_id not in (select id from targets) and is_duplicate
    )
    insert into ${questionLinks} (from_question_id, from_post_id, to_question_id)
    select ${from.questionId}::bigint, ${from.postId}::bigint, id from targets
    on conflict (from_post_id, to_question_id) do update set is_in_text = true where not question_links.is_in_text`)
}

/** Edits keep the link until the question is reopened. */
export async function saveDuplicateLink(tx: Tx, questionId: string, targetId: string) {
  await tx
    .insert(questionLinks)
    .values({
      fromQuestionId: questionId,
      fromPostId: questionId,
      toQuestionId: targetId,
      isInText: false,
      isDuplicate: true,
    })
    .onConflictDoUpdate({
      target: [questionLinks.fromPostId, questionLinks.toQuestionId],
      set: { isDuplicate: true },
    })
}

/** Keeps the link if the text has it too. */
export async function removeDuplicateLink(tx: Tx, questionId: string) {
  const isDuplicateLink = and(eq(questionLinks.fromPostId, questionId), questionLinks.isDuplicate)
  await tx.delete(questionLinks).where(and(isDuplicateLink, not(questionLinks.isInText)))
  await tx.update(questionLinks).set({ isDuplicate: false }).where(isDuplicateLink)
}

/** Applies the difference between the links before the change and now. */
export async function updateLinkedCounts(
  tx: Tx,
  questionIds: readonly string[],
  previous: QuestionLinks,
) {
  const previousTargets = previous.map(({ to }) => to)
  const { rows } = await tx.execute<{ id: string }>(sql`
    update ${questions} set linked_count = linked_count + changes.delta
    from (
      select id, sum(step)::int as delta from (
        select to_question_id as id, 1 as step from ${selectVisibleLinks(tx, questionIds)} as now
        union all select unnest(${idArray(previousTargets)}), -1
      ) steps group by id having sum(step) <> 0
    ) changes
    where ${questions.id} = changes.id
    returning ${questions.id}`)
  if (rows.length === 0) return
  await tx.emit('question.links_changed', { questionIds: rows.map(({ id }) => String(id)) })
}

function selectVisibleLinks(tx: Tx, questionIds: readonly string[]) {
  return tx
    .selectDistinct({ from: questionLinks.fromQuestionId, to: questionLinks.toQuestionId })
    .from(questionLinks)
    .innerJoin(questions, eq(questions.id, questionLinks.fromQuestionId))
    .where(and(inArray(questionLinks.fromQuestionId, [...questionIds]), isLinkListed()))
}

/** Resolves ids in a text (long or short, of questions or answers) to questions. */
function selectTargets(linkIds: readonly string[]): SQL {
  const ids = linkIds.slice(0, maxLinks).flatMap((id) => toLongId(id) ?? [])
  const ofType = (type: 'question' | 'answer') => idArray(ids.filter((id) => typeOfId(id) === type))
  return sql`select unnest(${ofType('question')})
    union all select ${answers.questionId} from ${answers} where ${answers.id} = any(${ofType('answer')})`
}
