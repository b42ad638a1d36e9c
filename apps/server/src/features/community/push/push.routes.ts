import {
  getPushKey as keyCall,
  subscribeToPush as subscribeCall,
  unsubscribeFromPush as unsubscribeCall,
} from '@stoa/contract/features/push'
import { route } from '../../../kernel/route.ts'
import { subscribe, unsubscribe } from './push.actions.ts'
import { deriveKeys } from './vapid.ts'

export const pushRoutes = [
  route(keyCall, async ({ ctx }) => ({ public_key: (await deriveKeys(ctx)).publicKey })),

  route(subscribeCall, ({ input, actor, caller, transact }) =>
    transact(async (tx) => {
      await subscribe(tx, { userId: actor.id, token: caller.token }, input)
      return null
    }),
  ),

  route(unsubscribeCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await unsubscribe(tx, actor.id, input.endpoint)
      return null
    }),
  ),
]
