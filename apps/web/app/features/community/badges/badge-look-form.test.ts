import { expect, it } from 'vitest'
import { badgeLookForm } from './badge-look-form.ts'

const values = { name: 'Rye master', description: 'Bakes rye.', icon: 'flag-fill', level: '3' }
const accepts = (changed: Partial<typeof values>) =>
  badgeLookForm.schema.safeParse(badgeLookForm.toInput({ ...values, ...changed })).success

it('badgeLookForm accepts a name, a description, an icon and a level', () => {
  expect(accepts({})).toBe(true)
})

it.each([{ name: ' ' }, { description: '' }, { icon: 'crown' }, { level: '4' }])(
  'badgeLookForm rejects %o',
  (wrong) => {
    expect(accepts(wrong)).toBe(false)
  },
)
