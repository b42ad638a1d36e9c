import { locationOf } from '../../../kernel/api.server.ts'
import { readRedirect } from '../../../kernel/paths.ts'

/** Passes the page to return to on to the link in the email, which may be opened in another browser. */
export function toReturnInput(url: URL): { return_path?: string } {
  const target = readRedirect(locationOf(url))
  return target === null ? {} : { return_path: target }
}
