/** A value of a JSON document by its name, or by a path such as `resource_access.stoa.roles` or `emails.0.value`. */
export function readPath(document: unknown, path: string): unknown {
  if (path === '' || typeof document !== 'object' || document === null) return undefined
  // The whole name first: claims of some providers are URLs.
  if (Object.hasOwn(document, path)) return (document as Record<string, unknown>)[path]
  for (let at = path.indexOf('.'); at !== -1; at = path.indexOf('.', at + 1)) {
    const name = path.slice(0, at)
    if (!Object.hasOwn(document, name)) continue
    return readPath((document as Record<string, unknown>)[name], path.slice(at + 1))
  }
  return undefined
}

/** The text at a path. Empty if there is none. */
export function readText(document: unknown, path: string): string {
  const value = readPath(document, path)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' ? value.trim() : ''
}
