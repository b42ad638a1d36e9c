// Relies on: React replacing the property `value` on each field, to ignore `input` events without a change.
// Why: the editor and restored drafts change fields as typing would. A plain assignment would tell React the value, and
// it would ignore the event.
// Upstream: https://github.com/react/react/issues/10135

/** Sets the value and dispatches `input`, as typing would. */
export function setTypedValue(field: HTMLInputElement | HTMLTextAreaElement, value: string) {
  const { prototype } =
    field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
