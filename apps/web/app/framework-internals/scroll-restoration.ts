// Relies on: `UNSAFE_useScrollRestoration`, the hook inside <ScrollRestoration>.
// Why: <ScrollRestoration> also renders an inline script, which the Content-Security-Policy of visitor pages blocks. It
// has neither a nonce, because the pages are cached, nor a hash, because only the router knows its text.
// Upstream: https://github.com/remix-run/react-router/issues/10136
import { UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router'

export function ScrollRestoration() {
  useScrollRestoration()
  return null
}
