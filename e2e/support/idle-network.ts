import { expect, type Page, type Request } from '@playwright/test'

/**
 * Tracks the requests of a page. The returned function waits until it has loaded everything, except for the stream of
 * changes, which never ends, and nothing else was requested for the given time.
 */
export function trackRequests(page: Page): (idleMs?: number) => Promise<void> {
  const running = new Set<Request>()
  let lastChange = Date.now()
  const finish = (request: Request) => {
    if (running.delete(request)) lastChange = Date.now()
  }
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return
    running.add(request)
    lastChange = Date.now()
  })
  page.on('requestfinished', finish)
  page.on('requestfailed', finish)
  return async (idleMs = 500) => {
    const isIdle = () => running.size === 0 && Date.now() - lastChange > idleMs
    await expect.poll(isIdle, { intervals: [50] }).toBe(true)
  }
}
