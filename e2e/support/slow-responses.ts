import type { Page } from '@playwright/test'

/** Simulates a slow connection: delays page data, and the end of each response body. */
export async function slowDownResponses(page: Page) {
  await page.addInitScript(() => {
    const delay = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
    const originalFetch = window.fetch
    window.fetch = async (input, init) => {
      const response = await originalFetch(input, init)
      const url = input instanceof Request ? input.url : String(input)
      if (!url.includes('.data') || response.body === null) return response
      if (init?.method !== 'POST') await delay(500)
      const bytes = new Uint8Array(await response.arrayBuffer())
      const body = new ReadableStream({
        async start(controller) {
          controller.enqueue(bytes)
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
          await delay(500)
          if (init?.signal?.aborted !== true) controller.close()
        },
      })
      return new Response(body, response)
    }
  })
}
