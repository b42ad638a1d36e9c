import { expect, it } from 'vitest'
import { defineBadgeForm } from './define-badge-form.ts'

const values = {
  name: 'Rye master',
  description: 'Answer five questions about rye.',
  icon: 'check-square-fill',
  level: '2',
  condition: 'answers_posted',
  amount: '5',
  tag: 'rye',
  within_days: '',
  repeats: 'user',
}

it('defineBadgeForm accepts a badge for deeds at any time', () => {
  const parsed = defineBadgeForm.schema.safeParse(defineBadgeForm.toInput(values))
  expect(parsed.data).toMatchObject({ level: 2, amount: 5, within_days: 0, is_single: true })
})

it.each([{ name: '' }, { amount: '0' }, { amount: 'many' }, { condition: 'luck' }])(
  'defineBadgeForm rejects %o',
  (wrong) => {
    const input = defineBadgeForm.toInput({ ...values, ...wrong })
    expect(defineBadgeForm.schema.safeParse(input).success).toBe(false)
  },
)
