import { deleteAccount, updateInterface } from '@stoa/contract/features/profile-settings'
import { colorSchemes, ignoredTagModes } from '@stoa/contract/features/users'
import type { FormSpec } from '../../../kernel/form-spec.ts'

type InterfaceField =
  | 'language'
  | 'color_scheme'
  | 'time_zone'
  | 'ignored_tags'
  | 'shortcuts'
  | 'shows_writing'

/** `shortcuts` is not part of the account: like the density of lists, it is set for the browser. */
export const interfaceForm = {
  fields: ['language', 'color_scheme', 'time_zone', 'ignored_tags', 'shortcuts', 'shows_writing'],
  schema: updateInterface.input,
  toInput: (values) => ({
    language: values.language,
    color_scheme: colorSchemes.find((option) => option === values.color_scheme) ?? 'default',
    time_zone: values.time_zone,
    ignored_tags: ignoredTagModes.find((mode) => mode === values.ignored_tags) ?? 'dim',
    shows_writing: values.shows_writing === 'on',
  }),
} satisfies FormSpec<InterfaceField>

export const deleteForm = {
  fields: ['pass', 'content'],
  secret: ['pass'],
  schema: deleteAccount.input,
  toInput: ({ pass, content }) => ({
    content: content === 'remove' ? ('remove' as const) : ('keep' as const),
    ...(pass === '' || pass === undefined ? {} : { pass }),
  }),
} satisfies FormSpec<'pass' | 'content'>
