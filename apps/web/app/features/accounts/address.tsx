/** An e-mail address inside a sentence: bold, and from left to right in every language. */
export function Address({ children }: { children: string }) {
  return (
    <b dir="ltr" className="break-words">
      {children}
    </b>
  )
}
