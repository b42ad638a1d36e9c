import { after } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { groupContent } from './grouping.actions.ts'

export const groupingListeners = [
  after('content.held', 'group', (ctx, { objectId }) =>
    transact(ctx, (tx) => groupContent(tx, objectId)),
  ),
]
