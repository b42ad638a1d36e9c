import { typeOfId } from '@stoa/contract/ids'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { after } from '../../../kernel/events.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { suspensions } from '../../../schema/user-moderation.ts'
import { postTraces, waveAccounts } from '../../../schema/waves.ts'
import { recoverAnswer } from '../../content/answers/deletion.actions.ts'
import { recoverComment } from '../../content/comments/comments.actions.ts'
import { recoverQuestion } from '../../content/questions/deletion.actions.ts'
import { restoreVotes } from '../../content/votes/reversal.actions.ts'
import { unsuspendUser } from '../user-moderation/suspensions.actions.ts'
import { lockSuspensions } from '../user-moderation/users.actions.ts'
import { prepareRestoration } from './restoration.actions.ts'
import { listVoters } from './waves.queries.ts'
import { runWaveJob } from './wave-steps.ts'
import { finishWave } from './waves.actions.ts'

export const restorationListeners = [
  after(
    'wave.restoration_started',
    'restore',
    (ctx, { waveId }) => restorePostsAndAccounts(ctx, waveId),
    { isLong: true },
  ),
]

/** Questions, answers, then comments: in order of id. */
async function restorePostsAndAccounts(ctx: Context, waveId: string) {
  await runWaveJob(ctx, {
    waveId,
    state: 'restoring',
    prepare: (tx) => prepareRestoration(tx, waveId),
    finish: (tx, actor, wave, isComplete) =>
      finishWave(tx, actor, wave, { isStopped: !isComplete }),
    passes: [
      {
        listIds: () => listPosts(ctx, waveId),
        step: (tx, actor, objectId) => restorePost(tx, actor, objectId),
      },
      { runBatch: async (tx) => await restoreVotes(tx, await listVoters(tx, waveId)) },
      {
        listIds: () => listAccounts(ctx, waveId),
        step: (tx, actor, userId) => restoreAccount(tx, actor, waveId, userId),
      },
    ],
  })
}

async function listPosts({ primary }: Context, waveId: string) {
  const rows = await primary
    .select({ objectId: postTraces.objectId })
    .from(postTraces)
    .where(and(eq(postTraces.waveId, waveId), isNotNull(postTraces.removedAt)))
    .orderBy(asc(postTraces.objectId))
  return rows.map(({ objectId }) => objectId)
}

async function listAccounts({ primary }: Context, waveId: string) {
  const rows = await primary
    .select({ userId: waveAccounts.userId })
    .from(waveAccounts)
    .where(and(eq(waveAccounts.waveId, waveId), isNotNull(waveAccounts.suspensionId)))
    .orderBy(asc(waveAccounts.userId))
  return rows.map(({ userId }) => userId)
}

/** Content that someone restored and deleted again has another time of deletion, and stays deleted. */
async function restorePost(tx: Tx, actor: Actor, objectId: string) {
  const [trace] = await tx
    .select({ removedAt: postTraces.removedAt })
    .from(postTraces)
    .where(eq(postTraces.objectId, objectId))
  if (trace === undefined || trace.removedAt === null) return false
  const deletedAt = await findDeletion(tx, objectId)
  if (deletedAt?.getTime() === trace.removedAt.getTime()) await recover(tx, actor, objectId)
  await tx.update(postTraces).set({ removedAt: null }).where(eq(postTraces.objectId, objectId))
  return true
}

async function findDeletion(tx: Tx, objectId: string) {
  const kind = typeOfId(objectId)
  const table = kind === 'question' ? questions : kind === 'answer' ? answers : comments
  const [deletion] = await tx
    .select({ deletedAt: table.deletedAt })
    .from(table)
    .where(eq(table.id, objectId))
  return deletion?.deletedAt ?? null
}

async function recover(tx: Tx, actor: Actor, objectId: string) {
  const kind = typeOfId(objectId)
  if (kind === 'question') await recoverQuestion(tx, actor, objectId)
  else if (kind === 'answer') await recoverAnswer(tx, actor, objectId)
  else await recoverComment(tx, actor, objectId)
}

/** A suspension that staff ended or replaced meanwhile is left to them. */
async function restoreAccount(tx: Tx, actor: Actor, waveId: string, userId: string) {
  await lockSuspensions(tx, userId)
  const isAccount = and(eq(waveAccounts.waveId, waveId), eq(waveAccounts.userId, userId))
  const [account] = await tx
    .select({ suspensionId: waveAccounts.suspensionId, currentId: suspensions.id })
    .from(waveAccounts)
    .leftJoin(
      suspensions,
      and(eq(suspensions.id, waveAccounts.suspensionId), isNull(suspensions.endedAt)),
    )
    .where(isAccount)
  if (account === undefined || account.suspensionId === null) return false
  if (account.currentId !== null)
    await unsuspendUser(tx, actor, { userId, reason: '', restoresPosts: false, isPartOfWave: true })
  await tx.update(waveAccounts).set({ suspensionId: null }).where(isAccount)
  return true
}
