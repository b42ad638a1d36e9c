/** Hides `document.head` from CodeMirror: with it, it would add a style element, which the CSP blocks. */
export function getStyleRoot(): Document {
  root ??= new Proxy(document, {
    get(target, key) {
      if (key === 'head') return undefined
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  })
  return root
}

let root: Document | undefined
