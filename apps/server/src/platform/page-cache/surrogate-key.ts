/** nginx accepts 4,096 bytes of response headers by default. */
const maxLength = 2_000

/** The `Surrogate-Key` header: a CDN purges by these keys. Pages with too many keys share the key `many`. */
export function surrogateKeyOf(keys: readonly string[]) {
  const header = ['pages', ...keys].join(' ')
  return header.length <= maxLength ? header : 'pages many'
}
