import { limits } from './limits.ts'

const controlCharacter = /[\u0000-\u001f\u007f]/

/** Whether a value is a path of this site. Anything a browser could resolve to another origin is not (open redirect). */
export function isReturnPath(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > limits.returnPath.max) return false
  return /^\/(?![/\\])/.test(value) && !controlCharacter.test(value)
}
