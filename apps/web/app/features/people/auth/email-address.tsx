/** An email address inside a sentence: left to right in every language. */
export function EmailAddress({ children }: { children: string }) {
  return (
    <b dir="ltr" className="break-words">
      {children}
    </b>
  )
}
