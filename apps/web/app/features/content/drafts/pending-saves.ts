// Module state: a route's client action needs the open draft and its pending saves, and cannot use hooks.

/** The local draft of the page, and the message to show if the form cannot be submitted. */
type OpenDraft = { key: string; failureMessage: string }

let open: OpenDraft | null = null

/** Returns a function that unregisters the draft. */
export function registerOpenDraft(draft: OpenDraft): () => void {
  open = draft
  return () => {
    if (open === draft) open = null
  }
}

export const findOpenDraft = () => open

// A submit waits for these: a save that arrived after it would restore the draft that the submit deleted.
const saves = new Set<Promise<unknown>>()

const maxWaitMs = 2000

export async function trackSave<T>(save: Promise<T>): Promise<T> {
  saves.add(save)
  try {
    return await save
  } finally {
    saves.delete(save)
  }
}

/** Waits for all pending saves, up to a time limit. */
export async function waitForSaves() {
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs))
  await Promise.race([Promise.allSettled(saves), timeout])
}
