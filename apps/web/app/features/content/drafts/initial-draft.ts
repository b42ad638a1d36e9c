import type { Draft } from '@stoa/contract/features/drafts'
import { readLocalDraft } from './browser-store.ts'
import type { InitialDraft } from './draft-autosave.ts'
import { toFields } from './draft-fields.ts'
import {
  chooseSource,
  type Fields,
  isSame,
  type LocalDraft,
  type ServerDraft,
} from './local-draft.ts'

type Sources = {
  key: string
  pristine: Fields
  savedDraft: Draft | null
  /** The form was rendered with values newer than any draft. */
  hasNewerValues: boolean
  /** The values in the form now. */
  current: Fields
  /** The form was rendered before the draft was fetched. */
  isFetchedLater: boolean
}

/** Prefers what was typed before hydration, then the newer of the local and the server draft. */
export function chooseInitialDraft(sources: Sources): InitialDraft {
  const { key, pristine, savedDraft, hasNewerValues, current, isFetchedLater } = sources
  const knownVersion = savedDraft?.version ?? 0
  if (hasNewerValues) return { fields: current, knownVersion, isSaved: false, conflict: null }
  const local = readLocalDraft(key)
  const server = savedDraft === null ? null : toServerDraft(savedDraft, Object.keys(pristine))
  const rendered = isFetchedLater ? pristine : (server?.fields ?? pristine)
  const { chosen, offered, isSaved } = chooseFields(local, server, pristine)
  if (!isSame(current, rendered) && !isSame(current, chosen)) {
    const conflict = unlessSame(chosen, current, pristine)
    return { fields: current, knownVersion, isSaved: false, conflict }
  }
  return { fields: chosen, knownVersion, isSaved, conflict: unlessSame(offered, chosen) }
}

function chooseFields(local: LocalDraft | null, server: ServerDraft | null, pristine: Fields) {
  const { use, offer } = chooseSource(local, server)
  const sources = {
    local: local?.fields ?? pristine,
    server: server?.fields ?? pristine,
    none: pristine,
  }
  const offered = offer === null ? (local?.conflict ?? null) : sources[offer]
  return { chosen: sources[use], offered, isSaved: use !== 'local' }
}

function toServerDraft(draft: Draft, names: readonly string[]): ServerDraft {
  return { fields: toFields(draft, names), version: draft.version, savedAt: draft.saved_at }
}

function unlessSame(fields: Fields | null, ...others: Fields[]): Fields | null {
  return fields === null || others.some((other) => isSame(fields, other)) ? null : fields
}
