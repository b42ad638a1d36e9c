import { bandsOf } from './signature.rules.ts'

/**
 * `known`: a target that an established member leads to; `cleared`: a target or a text that staff said is not spam. Of one kind,
 * only the newest traces are read, so these are separate from those of a wave.
 */
const kinds = ['link', 'known', 'cleared', 'text', 'cleared-text', 'network'] as const
type Kind = (typeof kinds)[number]

export const keyOf = (kind: Kind, value: string) => `${kind}:${value}`

export const isClearedText = (key: string) => key.startsWith(keyOf('cleared-text', ''))

type Compared = {
  targets: readonly string[]
  signature: readonly number[]
  network: string
}

const bandNames = (signature: readonly number[]) =>
  bandsOf(signature).map((band, index) => `${index}:${band}`)

/** The keys that traces with something in common have. */
export function keysToFind({ targets, signature, network }: Compared): string[] {
  const bands = bandNames(signature)
  return [
    ...targets.flatMap((target) =>
      (['link', 'known', 'cleared'] as const).map((kind) => keyOf(kind, target)),
    ),
    ...bands.flatMap((band) => [keyOf('text', band), keyOf('cleared-text', band)]),
    ...(network === '' ? [] : [keyOf('network', network)]),
  ]
}

type Cleared = { clearedTargets: readonly string[]; isTextCleared: boolean }

/** The keys of new content of a new user. What is cleared stays so as long as it is posted. */
export function keysToSave(compared: Compared, cleared: Cleared): string[] {
  const { targets, signature, network } = compared
  return [
    ...targets.map((target) =>
      keyOf(cleared.clearedTargets.includes(target) ? 'cleared' : 'link', target),
    ),
    ...bandNames(signature).map((band) =>
      keyOf(cleared.isTextCleared ? 'cleared-text' : 'text', band),
    ),
    ...(network === '' ? [] : [keyOf('network', network)]),
  ]
}
