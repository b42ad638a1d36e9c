import { createBadge } from '@stoa/contract/features/badges'
import type { InputOf } from '@stoa/contract/endpoint'
import type { FormSpec } from '../../../kernel/form-spec.ts'
import { badgeLookForm, lookFields } from './badge-look-form.ts'

const fields = [...lookFields, 'condition', 'amount', 'tag', 'within_days', 'repeats'] as const
export type BadgeField = (typeof fields)[number]

type BadgeInput = InputOf<typeof createBadge>

export const defineBadgeForm = {
  fields,
  schema: createBadge.input,
  toInput({ amount, within_days, repeats, tag, condition, ...look }): BadgeInput {
    return {
      ...badgeLookForm.toInput(look),
      // The schema rejects other values.
      condition: condition as BadgeInput['condition'],
      tag,
      amount: Number(amount),
      within_days: Number(within_days || 0),
      is_single: repeats !== 'post',
    }
  },
} satisfies FormSpec<BadgeField>
