import {
  testEvent,
  webhookEventNames,
  webhookEvents,
  WebhookPayload,
} from '@stoa/contract/features/webhook-events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { signatureOf } from '../src/features/admin/webhooks/webhooks.rules.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  )

describe('docs/webhooks.md', () => {
  it('names every event', () => {
    expect(
      [...webhookEventNames, testEvent].filter((name) => !page.includes(`\`${name}\``)),
    ).toEqual([])
  })

  it('has a right example of every payload', () => {
    const shown = new Set<object>()
    for (const text of blocksOf('json')) {
      const { type, data } = WebhookPayload.strict().parse(JSON.parse(text))
      if (type === testEvent) continue
      expect(webhookEvents[type].data.strict().parse(data), type).toEqual(data)
      shown.add(webhookEvents[type].data)
    }
    // The one of suspensions is that of registrations.
    const others = webhookEventNames.filter((name) => !name.endsWith('suspended'))
    expect(others.filter((name) => !shown.has(webhookEvents[name].data))).toEqual([])
  })

  it('has code that recognizes signatures', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stoa-webhook-'))
    const file = join(folder, 'verify.mjs')
    writeFileSync(file, blocksOf('js')[0] ?? '')
    type Verify = (secret: string, headers: Record<string, string>, body: string) => boolean
    const { isGenuine } = (await import(pathToFileURL(file).href)) as { isGenuine: Verify }
    rmSync(folder, { recursive: true })
    const [secret, former] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_b3RoZXI=']
    const [id, body] = ['msg_1', '{"type":"webhook.test"}']
    const headersAt = (timestamp: number) => ({
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf([secret, former], { id, timestamp, body }),
    })
    const headers = headersAt(Math.floor(Date.now() / 1000))
    expect([secret, former].map((text) => isGenuine(text, headers, body))).toEqual([true, true])
    expect(isGenuine('whsec_d3Jvbmc=', headers, body)).toBe(false)
    expect(isGenuine(secret, headers, `${body} `)).toBe(false)
    expect(isGenuine(secret, headersAt(1_600_000_000), body)).toBe(false)
  })
})
