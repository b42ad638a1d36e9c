import { callLimits } from '@stoa/plugin-kit/call-limits'
import { expect, it } from 'vitest'
import { hookRules } from './hook-rules.ts'

type Limited = keyof typeof callLimits
const limited = Object.keys(callLimits) as Limited[]

it.each(limited)('%s has the deadline that tests of plugins assume', (hook) => {
  expect(callLimits[hook].deadlineMs).toBe(hookRules[hook].deadlineMs)
})

it.each([
  ['slot', callLimits.slot.maxHtml, (text: string) => text],
  ['action', callLimits.action.maxText, (text: string) => text],
  ['page', callLimits.page.maxTitle, (title: string) => ({ title, html: '' })],
  ['page', callLimits.page.maxHtml, (html: string) => ({ title: '', html })],
  ['review', callLimits.review.maxReason, (reason: string) => ({ verdict: 'hold', reason })],
  ['checkSettings', callLimits.checkSettings.maxMessage, (text: string) => ({ field: text })],
] as const)('%s accepts %d characters and no more', (hook, max, wrap) => {
  const accepts = (length: number) =>
    hookRules[hook].result.safeParse(wrap('x'.repeat(length))).success
  expect([accepts(max), accepts(max + 1)]).toEqual([true, false])
})
