/** What stands in a form, by the names of its fields. */
export type Fields = Readonly<Record<string, string>>

/** What one browser has of a draft. */
export type Copy = {
  fields: Fields
  /** The version on the server that it goes on from; 0 for none. */
  known: number
  /** Unix seconds. */
  changedAt: number
  /** The server has all of it. */
  isSaved: boolean
  /** The window that wrote it. */
  writer: string
  /** What was written apart from it, and can be brought back. */
  other: Fields | null
}

/** What the server has of it. */
export type Kept = { fields: Fields; version: number; savedAt: number }

export type Start = { use: 'copy' | 'kept' | 'neither'; offer: 'copy' | 'kept' | null }

/** Which of the two to go on with; the other is offered where both were changed apart. */
export function chooseStart(copy: Copy | null, kept: Kept | null): Start {
  if (copy === null) return { use: kept === null ? 'neither' : 'kept', offer: null }
  // Saved whole and gone since: it was posted or thrown away from elsewhere.
  if (kept === null) return { use: copy.isSaved ? 'neither' : 'copy', offer: null }
  if (copy.isSaved || isSame(copy.fields, kept.fields)) return { use: 'kept', offer: null }
  if (copy.known === kept.version) return { use: 'copy', offer: null }
  return copy.changedAt >= kept.savedAt
    ? { use: 'copy', offer: 'kept' }
    : { use: 'kept', offer: 'copy' }
}

export function isSame(one: Fields, other: Fields): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''))
}
