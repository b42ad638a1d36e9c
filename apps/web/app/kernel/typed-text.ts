/**
 * React writes the text that came with the page into every text area it takes over, also where someone has typed or
 * selected something by then. Until the function returned is called, what stands in a text area is written instead.
 */
export function keepTypedText(): () => void {
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
