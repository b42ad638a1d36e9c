import type { WaveState } from '@stoa/contract/features/waves'
import { allow, deny, type Verdict } from '../../../kernel/rules.ts'

export type WaveFacts = { state: WaveState; undoUntil: Date | null }

const isBusy = ({ state }: WaveFacts) => state === 'removing' || state === 'restoring'

/** Staff may change their minds about a wave that they dismissed. */
export function canRemove(wave: WaveFacts): Verdict {
  if (isBusy(wave)) return deny('wave.busy')
  return wave.state === 'removed' ? deny('wave.decided') : allow
}

/** A removal that was stopped is undone first. */
export function canDismiss(wave: WaveFacts): Verdict {
  if (isBusy(wave)) return deny('wave.busy')
  return wave.state === 'open' && wave.undoUntil === null ? allow : deny('wave.decided')
}

export function canChangeAccounts(wave: WaveFacts): Verdict {
  if (isBusy(wave)) return deny('wave.busy')
  return wave.state === 'open' ? allow : deny('wave.decided')
}

export function canStop(wave: WaveFacts): Verdict {
  return isBusy(wave) ? allow : deny('wave.not_running')
}

export function canRestore(wave: WaveFacts, now: Date): Verdict {
  if (isBusy(wave)) return deny('wave.busy')
  if (wave.undoUntil === null) return deny('wave.nothing_removed')
  return now < wave.undoUntil ? allow : deny('wave.undo_expired')
}

type Share = { name: string; posts: number }
const mainShare = 0.8

/** The fewest networks that sent most posts together. `networks`: most used first. */
export function pickMainNetworks(networks: readonly Share[], total: number): Share[] {
  const main: Share[] = []
  let posts = 0
  for (const network of networks) {
    if (posts >= total * mainShare) break
    main.push(network)
    posts += network.posts
  }
  return main
}
