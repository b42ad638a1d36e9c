import { ApiError, type Client } from '@stoa/contract/client'
import { discardDraft, saveDraft } from '@stoa/contract/features/drafts'
import { dropCopy, type Place, readCopy, writeCopy } from './browser-store.ts'
import { type Copy, type Fields, isSame } from './draft-copies.ts'
import { toFields, toWire } from './draft-fields.ts'
import { underWay } from './under-way.ts'

/** What became of the draft: nothing yet, on its way, kept by the server, or only here, and why. */
export type DraftState =
  | { is: 'none' | 'waiting' }
  | { is: 'saved'; at: number }
  | { is: 'here'; because: 'unreachable' | 'signed_out' | 'refused' }

export type DraftStart = {
  fields: Fields
  /** The version on the server that it goes on from. */
  known: number
  isSaved: boolean
  other: Fields | null
}

type Setup = {
  api: Client
  place: Place
  key: string
  writer: string
  /** What the form would hold without any draft: that is not worth keeping. */
  pristine: Fields
  start: DraftStart
  onState: (state: DraftState) => void
  /** Someone wrote the same apart from here. */
  onOther: (other: Fields | null) => void
}

/** All there is to know while a form is open. */
type Keeping = Omit<Setup, 'start'> &
  DraftStart & {
    counter: number
    /** A form is on its way: nothing is saved that the post would have deleted. */
    isHeld: boolean
    isSending: boolean
    /** The last copy of this window, or the one it started from. */
    seen: Copy | null
    hereTimer?: ReturnType<typeof setTimeout>
    serverTimer?: ReturnType<typeof setTimeout>
  }

export type DraftKeeper = ReturnType<typeof keepDraft>

const herePauseMs = 300
const serverPauseMs = 3000
const retryMs = 15_000

/** Keeps what stands in a form: in this browser at every pause, on the server a little later. */
export function keepDraft({ start, ...setup }: Setup) {
  const seen = readCopy(setup.key)
  const keeping: Keeping = { ...setup, ...start, counter: 0, isHeld: false, isSending: false, seen }
  return {
    change(fields: Fields) {
      if (isSame(fields, keeping.fields)) return
      Object.assign(keeping, { fields, isSaved: false })
      keeping.onState({ is: 'waiting' })
      keepLater(keeping)
    },
    /** Keeps everything now: the page may be gone in a moment. */
    flush(reach: 'here' | 'everywhere') {
      if (keeping.isSaved || keeping.isHeld) return
      keepHere(keeping)
      if (reach === 'everywhere') void send(keeping)
    },
    hold(isHeld: boolean) {
      if (isHeld && !keeping.isHeld && !keeping.isSaved) keepHere(keeping)
      keeping.isHeld = isHeld
      clearTimeout(keeping.serverTimer)
      if (!isHeld && !keeping.isSaved) keepLater(keeping)
    },
    /** Another window of this browser has written the same. */
    hear(copy: Copy | null) {
      const isNews = copy !== null && copy.writer !== keeping.writer
      if (isNews && !isSame(copy.fields, keeping.fields)) setOther(keeping, copy.fields)
    },
    setOther(other: Fields | null) {
      setOther(keeping, other)
      keepHere(keeping)
    },
    stop() {
      clearTimeout(keeping.hereTimer)
      clearTimeout(keeping.serverTimer)
    },
  }
}

function setOther(keeping: Keeping, other: Fields | null) {
  keeping.other = other !== null && isSame(other, keeping.fields) ? null : other
  keeping.onOther(keeping.other)
}

function keepLater(keeping: Keeping) {
  clearTimeout(keeping.hereTimer)
  clearTimeout(keeping.serverTimer)
  if (keeping.isHeld) return
  keeping.hereTimer = setTimeout(() => keepHere(keeping), herePauseMs)
  keeping.serverTimer = setTimeout(() => void send(keeping), serverPauseMs)
}

function keepHere(keeping: Keeping) {
  const { key, writer, fields, pristine, seen } = keeping
  clearTimeout(keeping.hereTimer)
  if (isSame(fields, pristine) && keeping.other === null) return dropCopy(key)
  const before = readCopy(key)
  const isFromElsewhere = before !== null && before.writer !== writer
  const isNews = isFromElsewhere && !isSame(before.fields, seen?.fields ?? pristine)
  if (isNews && !isSame(before.fields, fields)) setOther(keeping, before.fields)
  const { known, isSaved, other } = keeping
  const changedAt = Math.floor(Date.now() / 1000)
  keeping.seen = { fields, known, changedAt, isSaved, writer, other }
  writeCopy(key, keeping.seen)
}

async function send(keeping: Keeping) {
  clearTimeout(keeping.serverTimer)
  if (keeping.isSending || keeping.isHeld || keeping.isSaved) return
  keeping.isSending = true
  const sent = keeping.fields
  try {
    await underWay(isSame(sent, keeping.pristine) ? discard(keeping) : save(keeping, sent))
  } catch (error) {
    keeping.onState({ is: 'here', because: reasonOf(error) })
    keeping.serverTimer = setTimeout(() => void send(keeping), retryMs)
  } finally {
    keeping.isSending = false
  }
  if (keeping.isHeld) return
  keepHere(keeping)
  if (!isSame(sent, keeping.fields)) keepLater(keeping)
}

async function save(keeping: Keeping, sent: Fields) {
  const { api, place, writer } = keeping
  keeping.counter += 1
  const input = { ...toWire(place, sent), writer, counter: keeping.counter }
  const { saved, draft } = await api.call(saveDraft, { ...input, known_version: keeping.known })
  keeping.known = draft?.version ?? 0
  if (draft !== null && (saved || draft.writer === writer)) {
    keeping.isSaved = isSame(sent, keeping.fields)
    keeping.onState({ is: 'saved', at: draft.saved_at })
    return
  }
  if (draft !== null) setOther(keeping, toFields(draft, Object.keys(sent)))
  // What is written here goes on from what the other has; that can be brought back.
  keeping.serverTimer = setTimeout(() => void send(keeping), herePauseMs)
}

async function discard(keeping: Keeping) {
  const { api, place, pristine } = keeping
  await api.call(discardDraft, { kind: place.kind, object_id: place.objectId })
  keeping.known = 0
  keeping.isSaved = isSame(keeping.fields, pristine)
  keeping.onState({ is: 'none' })
}

function reasonOf(error: unknown) {
  const status = error instanceof ApiError ? error.envelope.status : 0
  if (status === 401 || status === 403) return 'signed_out'
  return status === 400 || status === 413 ? 'refused' : 'unreachable'
}
