import '@stoa/locales/all'
import { translator } from '@stoa/locales/translate'
import { expect, it } from 'vitest'
import { toWaitText } from './wait-text.ts'

const t = translator('en_US')

it.each([
  [0, '0 min'],
  [2_520, '42 min'],
  [3_600, '1 h'],
  [7_199, '2 h'],
  [33_000, '9 h 10 min'],
  [86_400, '1 d'],
  [100_000, '1 d 4 h'],
])('toWaitText writes %i seconds as %s', (seconds, text) => {
  expect(toWaitText(seconds, t).replaceAll('\u00a0', ' ')).toBe(text)
})
