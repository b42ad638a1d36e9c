/** A field for programs that fill in every field: not visible, not in the tab order, not read aloud and not filled in by browsers. */
export function Honeypot() {
  return <input name="homepage" className="sr-only" tabIndex={-1} autoComplete="off" aria-hidden />
}
