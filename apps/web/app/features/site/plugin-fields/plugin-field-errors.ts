import {
  findPluginValueProblem,
  hasValue,
  type PluginField,
  type PluginFieldProblem,
  type PluginValues,
} from '@stoa/contract/plugin-fields'
import type { Translate } from '@stoa/locales/translate'
import { pluginValueOf } from './plugin-values.ts'

/** By the name of the field, as the server would reject them. */
export function findPluginFieldErrors(
  t: Translate,
  fields: readonly PluginField[],
  values: PluginValues,
): Record<string, string> {
  return Object.fromEntries(
    fields.filter(hasValue).flatMap((field) => {
      const problem = findPluginValueProblem(field, pluginValueOf(field, values))
      return problem === null ? [] : [[field.name, pluginProblemText(t, field, problem)]]
    }),
  )
}

function pluginProblemText(t: Translate, field: PluginField, problem: PluginFieldProblem): string {
  if (problem === 'required') return t('field.required')
  if (problem !== 'format') return t('field.invalid')
  if (field.input_type === 'email') return t('field.email')
  return t(field.input_type === 'url' ? 'field.url' : 'field.invalid')
}
