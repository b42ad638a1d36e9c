/**
 * The document as CodeMirror should see it. Asked for its head, it puts its rules into a style element,
 * which the content policy of pages for visitors refuses; without one, into an adopted style sheet.
 */
export function styleRoot(): Document {
  known ??= new Proxy(document, {
    get(target, key) {
      if (key === 'head') return undefined
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  })
  return known
}

let known: Document | undefined
