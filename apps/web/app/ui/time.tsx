type TimeProps = {
  /** Unix seconds. */
  at: number
  /** Localized: "3 days ago". */
  text: string
  /** The full date in the reader's time zone. */
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
