import { Fragment } from 'react'
import { diffWords } from './diff-rows.ts'

type WordDiffProps = {
  before: string
  after: string
  /** For screen readers. */
  labels: { added: string; removed: string }
}

/** One line of text with the added and removed words in place. */
export function WordDiff({ before, after, labels }: WordDiffProps) {
  return (
    <span dir="auto" className="break-words">
      {diffWords(before, after).map((part, i) => {
        if (part.kind === 'same') return <Fragment key={i}>{part.text}</Fragment>
        const Mark = part.kind === 'added' ? 'ins' : 'del'
        return (
          <Mark
            key={i}
            className={part.kind === 'added' ? 'bg-ok-mark no-underline' : 'bg-bad-mark'}
          >
            <span className="sr-only">{labels[part.kind]} </span>
            {part.text}
          </Mark>
        )
      })}
    </span>
  )
}
