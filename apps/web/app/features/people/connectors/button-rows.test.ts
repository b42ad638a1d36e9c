import { expect, it } from 'vitest'
import { toRows } from './button-rows.ts'

const placed = (...names: string[]) =>
  toRows(names.map((name) => ({ name }))).map(
    ({ connector, isWide, isShort }) =>
      `${isShort ? '' : 'Continue with '}${connector.name}${isWide ? ' wide' : ''}`,
  )

it('gives each of up to three services a row with words', () => {
  expect(placed('GitHub', 'Google', 'Work SSO')).toEqual([
    'Continue with GitHub wide',
    'Continue with Google wide',
    'Continue with Work SSO wide',
  ])
})

it('puts two of more services into a row', () => {
  expect(placed('GitHub', 'Google', 'GitLab', 'Slack')).toEqual([
    'GitHub',
    'Google',
    'GitLab',
    'Slack',
  ])
})

it('leaves no gap beside a long name or the last of an odd number', () => {
  expect(placed('GitHub', 'Northbank Directory', 'Google', 'Work SSO')).toEqual([
    'GitHub',
    'Google',
    'Work SSO wide',
    'Northbank Directory wide',
  ])
})
