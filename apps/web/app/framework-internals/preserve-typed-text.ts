// Relies on: React assigning `defaultValue` and `value` of every text area when it hydrates it.
// Why: that resets a text area to its initial value, even if someone has typed or selected text before hydration, which
// visitor pages delay (decision 8).
// Upstream: https://github.com/react/react/issues/12955, https://github.com/facebook/react/issues/26974

/** Patches the prototype so that the current value stays; call the returned function to restore it. */
export function preserveTypedText(): () => void {
  const { prototype } = HTMLTextAreaElement
  const { value, defaultValue } = Object.getOwnPropertyDescriptors(prototype)
  Object.defineProperties(prototype, {
    value: {
      ...value,
      set(this: HTMLTextAreaElement, text: string) {
        value.set?.call(this, text === this.defaultValue ? this.value : text)
      },
    },
    defaultValue: {
      ...defaultValue,
      set(this: HTMLTextAreaElement, text: string) {
        if (text !== this.defaultValue) defaultValue.set?.call(this, text)
      },
    },
  })
  return () => {
    Object.defineProperties(prototype, { value, defaultValue })
  }
}
