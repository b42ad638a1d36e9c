export function isPluginSlug(text: string): boolean {
  return /^[a-z][a-z0-9-]{1,49}$/.test(text)
}
