import { limits } from './limits.ts'

const controlCharacter = /[\u0000-\u001f\u007f]/

/**
 * Whether a value is the path of a page of this site. Anything a browser could resolve to another origin is not (open redirect),
 * and nothing of the API: some of its URLs change something when they are opened from the site itself.
 */
export function isReturnPath(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > limits.returnPath.max) return false
  return /^\/(?![/\\])/.test(value) && !controlCharacter.test(value) && !isApiPath(value)
}

/** As browsers and servers read it: without dots and escapes. */
function isApiPath(path: string): boolean {
  const { pathname } = new URL(path, 'http://site.invalid')
  try {
    return /^\/+answer\//i.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
