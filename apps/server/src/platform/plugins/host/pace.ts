const maxAtOnce = 20
const perSecond = 100
const refillMs = 20

/** Resolves when a request may be sent, with what to call when it has ended. */
export function createPace(): () => Promise<() => void> {
  const queue: (() => void)[] = []
  let running = 0
  let tokens = perSecond
  let filledAt = performance.now()
  let timer: NodeJS.Timeout | undefined

  function refill() {
    const now = performance.now()
    tokens = Math.min(perSecond, tokens + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
  }

  function startNext() {
    refill()
    while (running < maxAtOnce && tokens >= 1) {
      const next = queue.shift()
      if (next === undefined) return
      running++
      tokens--
      next()
    }
    if (queue.length === 0 || running === maxAtOnce || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      startNext()
    }, refillMs)
  }

  return async () => {
    await new Promise<void>((resolve) => {
      queue.push(resolve)
      startNext()
    })
    return () => {
      running--
      startNext()
    }
  }
}
