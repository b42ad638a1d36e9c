import { classNames } from '../../../ui/class-names.ts'
import { splitHighlights } from './highlights.ts'

export function Excerpt({ html }: { html: string }) {
  return (
    <p className="line-clamp-2 text-sm leading-body break-words text-ink-2">
      <Highlights html={html} matchClassName="font-medium text-ink" />
    </p>
  )
}

type HighlightsProps = { html: string; matchClassName: string }

export function Highlights({ html, matchClassName }: HighlightsProps) {
  return (
    <bdi>
      {splitHighlights(html).map(({ text, isMatch }, index) =>
        isMatch ? (
          <mark key={index} className={classNames('rounded-sm bg-accent-tint', matchClassName)}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </bdi>
  )
}
