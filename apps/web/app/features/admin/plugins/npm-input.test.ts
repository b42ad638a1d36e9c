import { expect, it } from 'vitest'
import { toNpmInput } from './npm-input.ts'

it.each([
  ['stoa-plugin-math', { name: 'stoa-plugin-math' }],
  ['stoa-plugin-math@1.2.0', { name: 'stoa-plugin-math', version: '1.2.0' }],
  ['@stoa/math', { name: '@stoa/math' }],
  ['@stoa/math@1.2.0', { name: '@stoa/math', version: '1.2.0' }],
])('toNpmInput reads %s', (text, input) => {
  expect(toNpmInput(text)).toEqual(input)
})
