import { typeOfId } from '@stoa/contract/ids'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { defaultLocale, isLocale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { after } from '../../../kernel/events.ts'
import { type Actor, isStaff } from '../../../kernel/rules.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { postTraces, waveAccounts } from '../../../schema/waves.ts'
import { deleteAnswer } from '../../content/answers/deletion.actions.ts'
import { deleteComment } from '../../content/comments/comments.actions.ts'
import { deleteQuestion } from '../../content/questions/deletion.actions.ts'
import { reverseVotes } from '../../content/votes/reversal.actions.ts'
import { suspendUser } from '../user-moderation/suspensions.actions.ts'
import { lockSuspensions } from '../user-moderation/users.actions.ts'
import { prepareRemoval } from './removal.actions.ts'
import { listVoters } from './waves.queries.ts'
import { runWaveJob } from './wave-steps.ts'
import { finishWave } from './waves.actions.ts'

export const removalListeners = [
  after(
    'wave.removal_started',
    'remove',
    (ctx, { waveId }) => removePostsAndAccounts(ctx, waveId),
    { isLong: true },
  ),
]

/** Accounts first, so that they post nothing more. Comments, answers, then questions: in order of id, backwards. */
async function removePostsAndAccounts(ctx: Context, waveId: string) {
  await runWaveJob(ctx, {
    waveId,
    state: 'removing',
    prepare: (tx) => prepareRemoval(tx, waveId),
    finish: (tx, actor, wave, isComplete) =>
      finishWave(tx, actor, wave, { isStopped: !isComplete }),
    passes: [
      {
        listIds: () => listAccounts(ctx, waveId),
        step: (tx, actor, userId) => suspendAccount(tx, actor, waveId, userId),
      },
      { runBatch: async (tx) => await reverseVotes(tx, await listVoters(tx, waveId)) },
      {
        listIds: () => listPosts(ctx, waveId),
        step: (tx, actor, objectId) => removePost(tx, actor, waveId, objectId),
      },
    ],
  })
}

async function listAccounts({ primary }: Context, waveId: string) {
  const rows = await primary
    .select({ userId: waveAccounts.userId })
    .from(waveAccounts)
    .where(
      and(
        eq(waveAccounts.waveId, waveId),
        eq(waveAccounts.leftOut, false),
        isNull(waveAccounts.suspensionId),
      ),
    )
    .orderBy(asc(waveAccounts.userId))
  return rows.map(({ userId }) => userId)
}

async function listPosts({ primary }: Context, waveId: string) {
  const rows = await primary
    .select({ objectId: postTraces.objectId })
    .from(postTraces)
    .where(and(eq(postTraces.waveId, waveId), isNull(postTraces.removedAt)))
    .orderBy(desc(postTraces.objectId))
  return rows.map(({ objectId }) => objectId)
}

/** An account that staff suspended before keeps that suspension. */
async function suspendAccount(tx: Tx, actor: Actor, waveId: string, userId: string) {
  await lockSuspensions(tx, userId)
  const [account] = await tx
    .select({ status: users.status, roleId: users.roleId, suspensionId: waveAccounts.suspensionId })
    .from(waveAccounts)
    .innerJoin(users, eq(users.id, waveAccounts.userId))
    .where(
      and(
        eq(waveAccounts.waveId, waveId),
        eq(waveAccounts.userId, userId),
        eq(waveAccounts.leftOut, false),
      ),
    )
  if (account?.status !== 'normal' || account.suspensionId !== null || isStaff(account))
    return false
  const reason = suspensionReason(tx.ctx)
  const suspensionId = await suspendUser(tx, actor, {
    userId,
    duration: 'forever',
    reason,
    isPartOfWave: true,
  })
  await tx
    .update(waveAccounts)
    .set({ suspensionId })
    .where(and(eq(waveAccounts.waveId, waveId), eq(waveAccounts.userId, userId)))
  return true
}

async function removePost(tx: Tx, actor: Actor, waveId: string, objectId: string) {
  if (!(await isLeft(tx, waveId, objectId))) return false
  // Before the deletion: the staff log has one entry for all posts, and recognizes them by it.
  await tx.update(postTraces).set({ removedAt: tx.now }).where(eq(postTraces.objectId, objectId))
  const kind = typeOfId(objectId)
  if (kind === 'question') await deleteQuestion(tx, actor, objectId)
  else if (kind === 'answer') await deleteAnswer(tx, actor, objectId)
  else await deleteComment(tx, actor, objectId)
  return true
}

/** Content that someone deleted before stays as it is. */
async function isLeft(tx: Tx, waveId: string, objectId: string) {
  const [post] = await tx
    .select({ objectId: postTraces.objectId })
    .from(postTraces)
    .innerJoin(
      waveAccounts,
      and(eq(waveAccounts.waveId, postTraces.waveId), eq(waveAccounts.userId, postTraces.userId)),
    )
    .leftJoin(questions, eq(questions.id, postTraces.objectId))
    .leftJoin(answers, eq(answers.id, postTraces.objectId))
    .leftJoin(comments, eq(comments.id, postTraces.objectId))
    .where(
      and(
        eq(postTraces.objectId, objectId),
        eq(postTraces.waveId, waveId),
        isNull(postTraces.removedAt),
        eq(waveAccounts.leftOut, false),
        sql`coalesce(${questions.status}, ${answers.status}, ${comments.status}) <> 10`,
      ),
    )
  return post !== undefined
}

/** The user reads it, in the language of the site. */
function suspensionReason({ settings }: Tx['ctx']) {
  const { language } = settings.get(interfaceSettings)
  return translator(isLocale(language) ? language : defaultLocale)('waves.suspension_reason')
}
