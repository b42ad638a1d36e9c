import {
  blockWaveHost,
  blockWaveNetworks,
  changeWaveAccount as changeAccountCall,
  dismissWave as dismissCall,
  getWave as getCall,
  getWaveProgress as progressCall,
  listWaveAccounts as listAccountsCall,
  listWavePosts as listPostsCall,
  listWaves as listCall,
  removeWave as removeCall,
  restoreWave as restoreCall,
  stopWave as stopCall,
} from '@stoa/contract/features/waves'
import type { Tx } from '../../../kernel/context.ts'
import { route } from '../../../kernel/route.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { blockHost, blockNetworks } from './blocking.actions.ts'
import { getWave } from './wave-detail.queries.ts'
import { listWaveAccounts, listWavePosts } from './wave-posts.queries.ts'
import {
  changeWaveAccount,
  dismissWave,
  removeWave,
  restoreWave,
  stopWave,
} from './waves.actions.ts'
import { getWaveProgress, listWaves } from './waves.queries.ts'

export const wavesRoutes = [
  route(listCall, ({ input, ctx }) => listWaves(ctx.db, input)),

  route(getCall, ({ input, ctx }) =>
    getWave(ctx.db, input.id, {
      writeId: idWriter(ctx.settings),
      settings: ctx.settings,
    }),
  ),

  // The job writes in another process, so a replica may be behind.
  route(progressCall, ({ input, ctx }) => getWaveProgress(ctx.primary, input.id)),

  route(listPostsCall, ({ input, ctx }) => listWavePosts(ctx.db, input, idWriter(ctx.settings))),

  route(listAccountsCall, ({ input, ctx }) => listWaveAccounts(ctx.db, input)),

  route(changeAccountCall, ({ input, transact }) =>
    transact(async (tx) => {
      await changeWaveAccount(tx, input)
      return null
    }),
  ),

  route(removeCall, ({ input, actor, transact }) =>
    transact((tx) => withProgress(tx, removeWave, actor, input.id)),
  ),
  route(stopCall, ({ input, actor, transact }) =>
    transact((tx) => withProgress(tx, stopWave, actor, input.id)),
  ),
  route(restoreCall, ({ input, actor, transact }) =>
    transact((tx) => withProgress(tx, restoreWave, actor, input.id)),
  ),
  route(dismissCall, ({ input, actor, transact }) =>
    transact((tx) => withProgress(tx, dismissWave, actor, input.id)),
  ),

  route(blockWaveHost, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await blockHost(tx, actor, input.id, input.host)
      return null
    }),
  ),

  route(blockWaveNetworks, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await blockNetworks(tx, actor, input.id, input.networks)
      return null
    }),
  ),
]

type WaveAction = (tx: Tx, actor: Actor, waveId: string) => Promise<void>

async function withProgress(tx: Tx, action: WaveAction, actor: Actor, waveId: string) {
  await action(tx, actor, waveId)
  return await getWaveProgress(tx, waveId)
}
