import { createBadge } from '@stoa/contract/features/badges'
import type { InputOf } from '@stoa/contract/endpoint'
import type { FormSpec } from '../../../kernel/form-spec.ts'

const fields = [
  'name',
  'description',
  'icon',
  'level',
  'condition',
  'amount',
  'tag',
  'within_days',
  'repeats',
] as const
export type BadgeField = (typeof fields)[number]

type BadgeInput = InputOf<typeof createBadge>

export const defineBadgeForm = {
  fields,
  schema: createBadge.input,
  toInput({ level, amount, within_days, repeats, tag, icon, condition, ...texts }): BadgeInput {
    return {
      ...texts,
      // The schema rejects other values.
      icon: icon as BadgeInput['icon'],
      condition: condition as BadgeInput['condition'],
      level: Number(level) as BadgeInput['level'],
      tag,
      amount: Number(amount),
      within_days: Number(within_days || 0),
      is_single: repeats !== 'post',
    }
  },
} satisfies FormSpec<BadgeField>
