/** Work that needs much memory for a moment. Side by side, it would need more than the process of a plugin may use. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const current = last.then(work)
    last = current.catch(() => {})
    return await current
  }
}
