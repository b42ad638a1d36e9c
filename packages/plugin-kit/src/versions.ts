/** Positive if the first version is newer. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number))
  const at = [0, 1, 2].find((part) => left?.[part] !== right?.[part])
  return at === undefined ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0)
}
