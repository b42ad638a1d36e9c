type ContentsProps = {
  label: string
  entries: readonly { id: string; text: string; level: number }[]
}

const INDENT = ['', 'ps-4', 'ps-8']

/** The table of contents of a long text. Closed, so that the text starts near the top. */
export function Contents({ label, entries }: ContentsProps) {
  const top = Math.min(...entries.map(({ level }) => level))
  return (
    <details className="mb-5 max-w-measure border-y border-line text-md">
      <summary className="min-h-target py-1.5 font-medium text-ink-2">{label}</summary>
      <nav aria-label={label}>
        <ol className="pb-2">
          {entries.map(({ id, text, level }) => (
            <li key={id} className={INDENT[level - top]}>
              <a
                href={`#${id}`}
                className="flex min-h-[max(1.75rem,var(--target))] items-center text-ink-2 hover:text-accent-ink hover:underline"
              >
                <bdi className="min-w-0">{text}</bdi>
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  )
}
