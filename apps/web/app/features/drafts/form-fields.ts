import type { Fields } from './draft-copies.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

function controlOf(form: HTMLFormElement, name: string): Control | null {
  // Not by `namedItem`, which finds ids as well: the tags have a picker with the id and a field with the name.
  for (const element of form.elements) {
    const isControl = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    if (isControl && element.name === name) return element
  }
  return null
}

/** What stands in a form now. */
export function readFields(form: HTMLFormElement, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, controlOf(form, name)?.value ?? '']))
}

/** Puts texts into a form as typing would, so that editors, pickers and rules hear of it. */
export function putFields(form: HTMLFormElement, fields: Fields) {
  for (const [name, value] of Object.entries(fields)) {
    const control = controlOf(form, name)
    if (control !== null && control.value !== value) putValue(control, value)
  }
}

function putValue(control: Control, value: string) {
  const kind = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  // React watches assignments to the element itself and would take the event for old news.
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
