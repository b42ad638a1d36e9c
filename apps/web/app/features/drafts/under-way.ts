// What a route's own action must know of the draft on its page, where no hook can tell it.

/** The copy in this browser of what is being written, and what to say when it cannot be sent. */
type OpenDraft = { key: string; notSent: string }

let open: OpenDraft | null = null

/** Names the draft of the page; the function returned ends that. */
export function openDraft(draft: OpenDraft): () => void {
  open = draft
  return () => {
    if (open === draft) open = null
  }
}

export const findOpenDraft = () => open

// Saves that were sent and not answered yet. A post waits for them: one that arrived after it would bring back the
// draft that the post deleted.
const saves = new Set<Promise<unknown>>()

const longestMs = 2000

export async function underWay<T>(save: Promise<T>): Promise<T> {
  saves.add(save)
  try {
    return await save
  } finally {
    saves.delete(save)
  }
}

/** Waits until no save is under way, but not for long. */
export async function savesSettled() {
  const patience = new Promise((resolve) => setTimeout(resolve, longestMs))
  await Promise.race([Promise.allSettled(saves), patience])
}
