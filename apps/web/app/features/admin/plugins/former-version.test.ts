import { expect, it } from 'vitest'
import { findFormerVersion } from './former-version.ts'

const stored = (...versions: string[]) =>
  versions.map((version) => ({ version, stored_at: 0, is_current: false, size: 0 }))

it.each([
  { version: '1.10.0', versions: ['1.2.0', '1.9.0', '1.10.0', '2.0.0'], former: '1.9.0' },
  { version: '1.0.0', versions: ['1.0.0', '1.1.0'], former: undefined },
  { version: '2.0.0', versions: ['2.0.0'], former: undefined },
])('findFormerVersion of $version is $former', ({ version, versions, former }) => {
  expect(findFormerVersion({ version, versions: stored(...versions) })).toBe(former)
})
