import {
  createApiKey as createCall,
  listApiKeys,
  renameApiKey as renameCall,
  revokeApiKey as revokeCall,
} from '@stoa/contract/features/api-keys'
import { route } from '../../../kernel/route.ts'
import { insertKey, renameKey, revokeKey } from '../../people/api-keys/api-keys.actions.ts'
import { listKeys } from '../../people/api-keys/api-keys.queries.ts'
import { recordOn } from './people.actions.ts'

export const apiKeyRoutes = [
  route(listApiKeys, ({ input, ctx }) => listKeys(ctx.db, input, ctx.clock.now())),

  route(createCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { id, key } = await insertKey(tx, actor, input)
      const { description, scope } = input
      await recordOn(tx, actor, {
        action: 'create_api_key',
        userId: actor.id,
        after: { key: id, description, scope },
      })
      return { id, access_key: key }
    }),
  ),

  route(renameCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { userId, description } = await renameKey(tx, input.id, input.description)
      await recordOn(tx, actor, {
        action: 'rename_api_key',
        userId,
        before: { key: input.id, description },
        after: { description: input.description },
      })
      return null
    }),
  ),

  route(revokeCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const revoked = await revokeKey(tx, input.id)
      if (revoked === null) return null
      const { userId, description } = revoked
      await recordOn(tx, actor, {
        action: 'revoke_api_key',
        userId,
        before: { key: input.id, description },
      })
      return null
    }),
  ),
]
