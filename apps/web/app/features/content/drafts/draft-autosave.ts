import { ApiError, type Client } from '@stoa/contract/client'
import { discardDraft, saveDraft } from '@stoa/contract/features/drafts'
import {
  type DraftTarget,
  readLocalDraft,
  removeLocalDraft,
  writeLocalDraft,
} from './browser-store.ts'
import { toFields, toSaveInput } from './draft-fields.ts'
import { type Fields, isSame, type LocalDraft } from './local-draft.ts'
import { trackSave } from './pending-saves.ts'

export type DraftState =
  | { status: 'none' | 'waiting' }
  | { status: 'saved'; at: number }
  | { status: 'local_only'; reason: 'unreachable' | 'signed_out' | 'refused' }

export type InitialDraft = {
  fields: Fields
  /** The server version it is based on. */
  knownVersion: number
  isSaved: boolean
  conflict: Fields | null
}

type AutosaveOptions = {
  api: Client
  target: DraftTarget
  key: string
  writer: string
  /** The values of the form without any draft; these are not saved. */
  pristine: Fields
  initial: InitialDraft
  onState: (state: DraftState) => void
  onConflict: (conflict: Fields | null) => void
}

type DraftSession = Omit<AutosaveOptions, 'initial'> &
  InitialDraft & {
    counter: number
    /** While the form is being submitted: a save would restore the draft that the post deletes. */
    isPaused: boolean
    isSending: boolean
    /** The last local draft of this session, or the one it started from. */
    lastLocal: LocalDraft | null
    localTimer?: ReturnType<typeof setTimeout>
    serverTimer?: ReturnType<typeof setTimeout>
  }

export type DraftAutosave = ReturnType<typeof startAutosave>

const localDebounceMs = 300
const serverDebounceMs = 3000
const retryMs = 15_000

/** Saves a form after each pause in typing: to this browser first, to the server a little later. */
export function startAutosave({ initial, ...options }: AutosaveOptions) {
  const session: DraftSession = {
    ...options,
    ...initial,
    counter: 0,
    isPaused: false,
    isSending: false,
    lastLocal: readLocalDraft(options.key),
  }
  return {
    change(fields: Fields) {
      if (isSame(fields, session.fields)) return
      Object.assign(session, { fields, isSaved: false })
      session.onState({ status: 'waiting' })
      scheduleSave(session)
    },
    /** Saves now, because the page may be closed soon. */
    flush(reach: 'local' | 'server') {
      if (session.isSaved || session.isPaused) return
      saveLocally(session)
      if (reach === 'server') void saveToServer(session)
    },
    setPaused(isPaused: boolean) {
      if (isPaused && !session.isPaused && !session.isSaved) saveLocally(session)
      session.isPaused = isPaused
      clearTimeout(session.serverTimer)
      if (!isPaused && !session.isSaved) scheduleSave(session)
    },
    /** Handles a write to local storage from another tab. */
    handleStorageChange(draft: LocalDraft | null) {
      const isFromOtherTab = draft !== null && draft.writer !== session.writer
      if (isFromOtherTab && !isSame(draft.fields, session.fields))
        setConflict(session, draft.fields)
    },
    setConflict(conflict: Fields | null) {
      setConflict(session, conflict)
      saveLocally(session)
    },
    stop() {
      clearTimeout(session.localTimer)
      clearTimeout(session.serverTimer)
    },
  }
}

function setConflict(session: DraftSession, conflict: Fields | null) {
  session.conflict = conflict !== null && isSame(conflict, session.fields) ? null : conflict
  session.onConflict(session.conflict)
}

function scheduleSave(session: DraftSession) {
  clearTimeout(session.localTimer)
  clearTimeout(session.serverTimer)
  if (session.isPaused) return
  session.localTimer = setTimeout(() => saveLocally(session), localDebounceMs)
  session.serverTimer = setTimeout(() => void saveToServer(session), serverDebounceMs)
}

function saveLocally(session: DraftSession) {
  const { key, writer, fields, pristine, lastLocal } = session
  clearTimeout(session.localTimer)
  if (isSame(fields, pristine) && session.conflict === null) return removeLocalDraft(key)
  const stored = readLocalDraft(key)
  const isFromOtherTab = stored !== null && stored.writer !== writer
  const isChanged = isFromOtherTab && !isSame(stored.fields, lastLocal?.fields ?? pristine)
  if (isChanged && !isSame(stored.fields, fields)) setConflict(session, stored.fields)
  const { knownVersion, isSaved, conflict } = session
  const changedAt = Math.floor(Date.now() / 1000)
  session.lastLocal = { fields, knownVersion, changedAt, isSaved, writer, conflict }
  writeLocalDraft(key, session.lastLocal)
}

async function saveToServer(session: DraftSession) {
  clearTimeout(session.serverTimer)
  if (session.isSending || session.isPaused || session.isSaved) return
  session.isSending = true
  const { fields } = session
  try {
    await trackSave(isSame(fields, session.pristine) ? discard(session) : save(session, fields))
  } catch (error) {
    session.onState({ status: 'local_only', reason: toReason(error) })
    session.serverTimer = setTimeout(() => void saveToServer(session), retryMs)
  } finally {
    session.isSending = false
  }
  if (session.isPaused) return
  saveLocally(session)
  if (!isSame(fields, session.fields)) scheduleSave(session)
}

async function save(session: DraftSession, fields: Fields) {
  const { api, target, writer } = session
  session.counter += 1
  const { saved, draft } = await api.call(saveDraft, {
    ...toSaveInput(target, fields),
    writer,
    counter: session.counter,
    known_version: session.knownVersion,
  })
  session.knownVersion = draft?.version ?? 0
  if (draft !== null && (saved || draft.writer === writer)) {
    session.isSaved = isSame(fields, session.fields)
    session.onState({ status: 'saved', at: draft.saved_at })
    return
  }
  if (draft !== null) setConflict(session, toFields(draft, Object.keys(fields)))
  // Overwrites the other version, which stays available as the conflict.
  session.serverTimer = setTimeout(() => void saveToServer(session), localDebounceMs)
}

async function discard(session: DraftSession) {
  const { api, target, pristine } = session
  await api.call(discardDraft, { kind: target.kind, object_id: target.objectId })
  session.knownVersion = 0
  session.isSaved = isSame(session.fields, pristine)
  session.onState({ status: 'none' })
}

function toReason(error: unknown) {
  const status = error instanceof ApiError ? error.envelope.status : 0
  if (status === 401 || status === 403) return 'signed_out'
  return status === 400 || status === 413 ? 'refused' : 'unreachable'
}
