/** After a restart, all browsers come back at once. They are let in at a pace that leaves most of the process to others. */
const perTick = 20
const tickMs = 50

/** Returns a function that resolves when it is the caller's turn; false if the caller has gone meanwhile. */
export function createTurns() {
  const waiting: { isGone: () => boolean; resolve: (isHere: boolean) => void }[] = []
  let used = 0
  let timer: NodeJS.Timeout | undefined

  function letIn() {
    used = 0
    while (used < perTick) {
      const next = waiting.shift()
      if (next === undefined) break
      const isHere = !next.isGone()
      if (isHere) used++
      next.resolve(isHere)
    }
    timer = used === 0 ? undefined : setTimeout(letIn, tickMs).unref()
  }

  return (isGone: () => boolean) =>
    new Promise<boolean>((resolve) => {
      timer ??= setTimeout(letIn, tickMs).unref()
      if (used < perTick && waiting.length === 0) {
        used++
        resolve(true)
      } else waiting.push({ isGone, resolve })
    })
}
