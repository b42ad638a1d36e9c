import { setTypedValue } from '../../../framework-internals/typed-value.ts'
import type { Fields } from './local-draft.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

function findControl(form: HTMLFormElement, name: string): Control | null {
  // Not `namedItem`, which matches ids too: the tag picker's input has the id, a hidden field the name.
  for (const element of form.elements) {
    const isControl = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    if (isControl && element.name === name) return element
  }
  return null
}

export function readFields(form: HTMLFormElement, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, findControl(form, name)?.value ?? '']))
}

/** Sets values as typing would, so that editors, pickers and validation see the change. */
export function fillFields(form: HTMLFormElement, fields: Fields) {
  for (const [name, value] of Object.entries(fields)) {
    const control = findControl(form, name)
    if (control !== null && control.value !== value) setTypedValue(control, value)
  }
}
