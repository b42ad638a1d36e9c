import { expect, type Page, type Request } from '@playwright/test'

const idleMs = 500

/**
 * Tracks the requests of a page. The returned function waits until it has loaded everything, except for the stream of
 * changes, which never ends.
 */
export function trackRequests(page: Page): () => Promise<void> {
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
  const isIdle = () => running.size === 0 && Date.now() - lastChange > idleMs
  return () => expect.poll(isIdle, { intervals: [100] }).toBe(true)
}
