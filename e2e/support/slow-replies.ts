import type { Page } from '@playwright/test'

/** Lets what a page reads come as over a bad connection: pages late, and the end of every reply after the rest of it. */
export async function readSlowly(page: Page) {
  await page.addInitScript(() => {
    const later = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
    const readAtOnce = window.fetch
    window.fetch = async (input, init) => {
      const reply = await readAtOnce(input, init)
      const address = input instanceof Request ? input.url : String(input)
      if (!address.includes('.data') || reply.body === null) return reply
      if (init?.method !== 'POST') await later(500)
      const bytes = new Uint8Array(await reply.arrayBuffer())
      const body = new ReadableStream({
        async start(controller) {
          controller.enqueue(bytes)
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
          await later(500)
          if (init?.signal?.aborted !== true) controller.close()
        },
      })
      return new Response(body, reply)
    }
  })
}
