type TimeProps = {
  /** Unix seconds. */
  at: number
  /** What the reader sees, such as "3 days ago", already in their language. */
  text: string
  /** The full date in the reader's time zone, on hover and for long presses. */
  title: string
  className?: string
}

export function Time({ at, text, title, className }: TimeProps) {
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={title} className={className}>
      {text}
    </time>
  )
}
