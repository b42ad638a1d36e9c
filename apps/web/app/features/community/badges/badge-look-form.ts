import { updateBadge } from '@stoa/contract/features/badges'
import type { InputOf } from '@stoa/contract/endpoint'
import type { FormSpec } from '../../../kernel/form-spec.ts'

export const lookFields = ['name', 'description', 'icon', 'level'] as const
export type LookField = (typeof lookFields)[number]

type LookInput = Omit<InputOf<typeof updateBadge>, 'id'>

export const badgeLookForm = {
  fields: lookFields,
  schema: updateBadge.input.omit({ id: true }),
  toInput: ({ name, description, icon, level }): LookInput => ({
    name,
    description,
    // The schema rejects other values.
    icon: icon as LookInput['icon'],
    level: Number(level) as LookInput['level'],
  }),
} satisfies FormSpec<LookField>
