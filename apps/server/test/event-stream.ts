import { livePath } from '@stoa/contract/features/live'
import { expect } from 'vitest'
import type { TestSite } from './site.ts'

export type EventStream = Awaited<ReturnType<typeof openEventStream>>

export async function addressOf({ app }: TestSite): Promise<string> {
  if (app.server.listening) return app.listeningOrigin
  return await app.listen({ host: '127.0.0.1', port: 0 })
}

/** Opens a stream as a browser does and collects its messages. */
export async function openEventStream(site: TestSite, token: string, query = '') {
  const controller = new AbortController()
  const response = await fetch(`${await addressOf(site)}${livePath}${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  })
  expect(response.status, await textOfError(response)).toBe(200)
  const messages: { id: string; changes: string[] }[] = []
  let isOpen = true
  const read = async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? []
        if (id !== undefined) messages.push({ id, changes: JSON.parse(data ?? '') as string[] })
      }
    }
  }
  const ended = read().then(
    () => (isOpen = false),
    () => (isOpen = false),
  )
  const changes = () => messages.flatMap((message) => message.changes)
  await expect.poll(() => messages.length).toBeGreaterThan(0)
  return {
    response,
    changes,
    firstId: () => messages[0]?.id ?? '',
    lastId: () => messages.at(-1)?.id ?? '',
    isOpen: () => isOpen,
    async close() {
      controller.abort()
      await ended
    },
  }
}

async function textOfError(response: Response) {
  return response.ok ? '' : await response.clone().text()
}
