/** `name@1.2.0` chooses a version; `@scope/name` has an at sign of its own. */
export function toNpmInput(text: string) {
  const at = text.indexOf('@', 1)
  return at === -1 ? { name: text } : { name: text.slice(0, at), version: text.slice(at + 1) }
}
