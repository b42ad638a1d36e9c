import {
  acknowledgeWarning as acknowledgeCall,
  addUserNote,
  deleteUserNote,
  getAccountStanding as standingCall,
  getUserModeration as moderationCall,
  restoreRemovedPosts as restoreCall,
  silenceUser as silenceCall,
  suspendUser as suspendCall,
  unsilenceUser as unsilenceCall,
  unsuspendUser as unsuspendCall,
  warnUser as warnCall,
  withdrawWarning as withdrawCall,
} from '@stoa/contract/features/user-moderation'
import type { Tx } from '../../../kernel/context.ts'
import { route } from '../../../kernel/route.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import {
  restoreRemovedPosts,
  silenceUser,
  suspendUser,
  unsilenceUser,
  unsuspendUser,
} from './suspensions.actions.ts'
import { getAccountStanding, getUserModeration } from './user-moderation.queries.ts'
import {
  acknowledgeWarning,
  addNote,
  deleteNote,
  warnUser,
  withdrawWarning,
} from './warnings.actions.ts'

const done = (work: (tx: Tx) => Promise<unknown>) => async (tx: Tx) => {
  await work(tx)
  return null
}

export const userModerationRoutes = [
  route(moderationCall, ({ input, actor, ctx }) =>
    getUserModeration(ctx.db, actor, input.user_id, {
      now: ctx.clock.now(),
      writeId: idWriter(ctx.settings),
    }),
  ),
  route(standingCall, ({ actor, ctx }) => getAccountStanding(ctx.db, actor.id, ctx.clock.now())),
  route(acknowledgeCall, ({ input, actor, transact }) =>
    transact(done((tx) => acknowledgeWarning(tx, actor, input.warning_id))),
  ),
  route(addUserNote, ({ input, actor, transact }) =>
    transact(done((tx) => addNote(tx, actor, input))),
  ),
  route(deleteUserNote, ({ input, actor, transact }) =>
    transact(done((tx) => deleteNote(tx, actor, input.note_id))),
  ),
  route(warnCall, ({ input, actor, transact }) =>
    transact(async (tx) => ({ warning_id: await warnUser(tx, actor, input) })),
  ),
  route(withdrawCall, ({ input, actor, transact }) =>
    transact(done((tx) => withdrawWarning(tx, actor, input.warning_id))),
  ),
  route(silenceCall, ({ input: { user_id: userId, duration, reason }, actor, transact }) =>
    transact(done((tx) => silenceUser(tx, actor, { userId, duration, reason }))),
  ),
  route(unsilenceCall, ({ input: { user_id: userId, reason }, actor, transact }) =>
    transact(done((tx) => unsilenceUser(tx, actor, { userId, reason }))),
  ),
  route(suspendCall, ({ input, actor, transact }) => {
    const { user_id: userId, suspend_duration: duration, reason, remove_days: removeDays } = input
    return transact(done((tx) => suspendUser(tx, actor, { userId, duration, reason, removeDays })))
  }),
  route(unsuspendCall, ({ input, actor, transact }) => {
    const { user_id: userId, reason, restore_posts: restoresPosts } = input
    return transact(done((tx) => unsuspendUser(tx, actor, { userId, reason, restoresPosts })))
  }),
  route(restoreCall, ({ input, actor, transact }) =>
    transact(done((tx) => restoreRemovedPosts(tx, actor, input.suspension_id))),
  ),
]
