// What the site could give to a plugin: ordinary, and as users with bad intentions would have it.
import { webhookEvents, type WebhookEvent } from '@stoa/contract/features/webhook-events'
import { z } from 'zod'
import type { ReviewedContent } from '../reviewer.ts'
import type { Json, PluginEvent } from '../server.ts'
import type { SlotName, SlotProps } from '../slots.ts'

/** Not to be in HTML as it is. */
export const hostileTag = '<stoa-hostile'
export const hostileText = `${hostileTag} onload="x()">'"&\${x}{count}%s\u202E\u{1F600}${'x'.repeat(300)}`

type Samples = { [Name in SlotName]: SlotProps[Name] }

const slotSamples = (text: string): Samples => ({
  'question.footer': { questionId: '10010000000000001', title: text, tags: ['bread', text] },
  'answer.footer': { questionId: '10010000000000001', answerId: '10020000000000001' },
  sidebar: { path: `/questions/${text}` },
  navigation: { path: `/questions/${text}` },
  login: { path: `/users/login?${text}` },
  'profile.overview': { userId: '7', username: text },
  'editor.toolbar': { kind: 'question' },
})
export const ordinaryText = 'Why does rye rise slowly?'
export const ordinarySlots = slotSamples(ordinaryText)
export const hostileSlots = slotSamples(hostileText)

export const hostileInputs: readonly Json[] = [
  null,
  true,
  -1,
  '',
  hostileText,
  [],
  [null],
  {},
  { text: hostileText, toString: null, nested: { list: [[[{}]]] } },
]

export const someContent = (text: string): ReviewedContent => ({
  objectType: 'question',
  change: 'new',
  title: text,
  text,
  html: '<p>It takes <em>hours</em>.</p>',
  links: ['https://example.org/rye'],
  tags: ['bread'],
  author: {
    id: '7',
    role: 'user',
    reputation: 1,
    ageInDays: 0,
    approvedQuestions: 0,
    approvedAnswers: 0,
  },
  language: 'en_US',
  ip: '192.0.2.1',
  userAgent: text,
})

export function anEvent(name: WebhookEvent, text: string): PluginEvent {
  const data = sampleOf(webhookEvents[name].data, text) as PluginEvent['data']
  return { id: `event-${name}`, name, at: 1_767_225_600, data }
}

/** A value that the schema accepts. */
function sampleOf(schema: z.ZodType, text: string): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([key, value]) => [key, sampleOf(value as z.ZodType, text)]),
    )
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element as z.ZodType, text)]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 3
  if (schema instanceof z.ZodURL) return 'https://stoa.example/questions/1'
  if (schema instanceof z.ZodISODateTime) return '2026-01-01T00:00:00Z'
  return text
}
