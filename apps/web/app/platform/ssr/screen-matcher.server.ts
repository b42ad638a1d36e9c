const points = { fixed: 10, parameter: 3, rest: -2 } as const

/**
 * Finds the screen of a path like React Router's `matchRoutes`, which compiles all routes again for every call. Supports what
 * the table of screens uses: fixed segments, parameters and a final `*`.
 */
export function compileScreens<Screen extends { path: string }>(screens: readonly Screen[]) {
  const compiled = screens
    .map((screen) => ({
      screen,
      pattern: toPattern(screen.path),
      specificity: toSpecificity(screen.path),
    }))
    .toSorted((a, b) => b.specificity - a.specificity)
  return (path: string): Screen | null =>
    compiled.find(({ pattern }) => pattern.test(path))?.screen ?? null
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '')

function toPattern(path: string) {
  const segments = segmentsOf(path).map((segment) => {
    if (segment === '*') return '(?:/.*)?'
    return segment.startsWith(':') ? '/[^/]+' : `/${escapePattern(segment)}`
  })
  return new RegExp(`^${segments.join('')}/*$`, 'is')
}

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

function toSpecificity(path: string) {
  const segments = segmentsOf(path)
  const sum = segments.reduce((total, segment) => {
    if (segment === '*') return total + points.rest
    return total + (segment.startsWith(':') ? points.parameter : points.fixed)
  }, 0)
  return sum + segments.length
}
