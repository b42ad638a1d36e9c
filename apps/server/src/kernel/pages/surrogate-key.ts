/** nginx takes 4,096 bytes of headers from what is behind it, and a page has others. */
const longest = 2_000

/**
 * Names what stands on a page for a CDN, which lets go of it when told one of the names. A page on which more stands
 * than can be named says so instead: it has to go with any of them.
 */
export function surrogateKeyOf(tags: readonly string[]) {
  const all = ['pages', ...tags].join(' ')
  return all.length <= longest ? all : 'pages many'
}
