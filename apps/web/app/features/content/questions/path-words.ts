const area = /^\/(questions|tags|users|posts|search)(?=\/)/
const maxWords = 8

/** The words of a URL that leads nowhere, to search for: `/questions/17/sharpen-a-chisel` has three. */
export function toPathWords(pathname: string): string {
  const words = decode(pathname)
    .replace(area, '')
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .split(/[^\p{L}\p{M}\p{N}+#]+/u)
    .filter((word) => /\p{L}/u.test(word))
  return words.slice(0, maxWords).join(' ')
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
