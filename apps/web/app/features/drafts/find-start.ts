import type { Draft } from '@stoa/contract/features/drafts'
import { readCopy } from './browser-store.ts'
import { chooseStart, type Copy, type Fields, isSame, type Kept } from './draft-copies.ts'
import { toFields } from './draft-fields.ts'
import type { DraftStart } from './draft-keeper.ts'

type Sources = {
  key: string
  pristine: Fields
  kept: Draft | null
  /** The form came with something newer than any draft. */
  isAgain: boolean
  /** What stands in the form now. */
  typed: Fields
  /** The form came before the draft, as if there were none. */
  isLate: boolean
}

/** What to go on with: what someone typed before the page was alive, else the newer of the two drafts. */
export function findStart(sources: Sources): DraftStart {
  const { key, pristine, kept, isAgain, typed, isLate } = sources
  const known = kept?.version ?? 0
  if (isAgain) return { fields: typed, known, isSaved: false, other: null }
  const copy = readCopy(key)
  const server = kept === null ? null : toKept(kept, Object.keys(pristine))
  const asItCame = isLate ? pristine : (server?.fields ?? pristine)
  const { chosen, offered, isSaved } = chooseFields(copy, server, pristine)
  if (!isSame(typed, asItCame) && !isSame(typed, chosen)) {
    return { fields: typed, known, isSaved: false, other: unlessSame(chosen, typed, pristine) }
  }
  return { fields: chosen, known, isSaved, other: unlessSame(offered, chosen) }
}

function chooseFields(copy: Copy | null, server: Kept | null, pristine: Fields) {
  const { use, offer } = chooseStart(copy, server)
  const sources = {
    copy: copy?.fields ?? pristine,
    kept: server?.fields ?? pristine,
    neither: pristine,
  }
  const offered = offer === null ? (copy?.other ?? null) : sources[offer]
  return { chosen: sources[use], offered, isSaved: use !== 'copy' }
}

function toKept(draft: Draft, names: readonly string[]): Kept {
  return { fields: toFields(draft, names), version: draft.version, savedAt: draft.saved_at }
}

function unlessSame(fields: Fields | null, ...others: Fields[]): Fields | null {
  return fields === null || others.some((other) => isSame(fields, other)) ? null : fields
}
