/** The values of a form by field name. */
export type Fields = Readonly<Record<string, string>>

/** A draft as this browser stores it. */
export type LocalDraft = {
  fields: Fields
  /** The server version it is based on; 0 for none. */
  knownVersion: number
  /** Unix seconds. */
  changedAt: number
  /** Whether the server has all of it. */
  isSaved: boolean
  /** The id of the open form that wrote it. */
  writer: string
  /** A diverging version that the user can switch to. */
  conflict: Fields | null
}

/** A draft as the server stores it. */
export type ServerDraft = { fields: Fields; version: number; savedAt: number }

export type DraftSource = 'local' | 'server' | 'none'

export type SourceChoice = { use: DraftSource; offer: 'local' | 'server' | null }

/** Chooses the draft to continue with; the other one is offered if both were changed independently. */
export function chooseSource(local: LocalDraft | null, server: ServerDraft | null): SourceChoice {
  if (local === null) return { use: server === null ? 'none' : 'server', offer: null }
  // Saved completely and gone since: it was posted or discarded on another device.
  if (server === null) return { use: local.isSaved ? 'none' : 'local', offer: null }
  if (local.isSaved || isSame(local.fields, server.fields)) return { use: 'server', offer: null }
  if (local.knownVersion === server.version) return { use: 'local', offer: null }
  return local.changedAt >= server.savedAt
    ? { use: 'local', offer: 'server' }
    : { use: 'server', offer: 'local' }
}

/** A missing field equals an empty one. */
export function isSame(one: Fields, other: Fields): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''))
}
