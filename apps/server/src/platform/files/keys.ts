const pattern = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_.-]*)*$/

/** A key is a path without surprises in a folder and in a URL. */
export function assertKey(key: string) {
  if (!pattern.test(key) || key.includes('..')) throw new Error(`invalid file key: ${key}`)
}
