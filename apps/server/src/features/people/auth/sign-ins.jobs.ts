import { after, every, within } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { deleteOldSignIns, deleteSignInsOf } from './sign-ins.actions.ts'

export const signInListeners = [
  within('account.left', (tx, { userId }) => deleteSignInsOf(tx, userId)),
  // Attempts that failed while the account was being deleted.
  after('account.left', 'sign-ins', (ctx, { userId }) =>
    transact(ctx, (tx) => deleteSignInsOf(tx, userId)),
  ),
  every('59 3 * * *', 'drop-old-sign-ins', (ctx) => deleteOldSignIns(ctx)),
]
