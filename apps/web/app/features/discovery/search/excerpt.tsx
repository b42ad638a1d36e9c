import { splitHighlights } from './highlights.ts'

export function Excerpt({ html }: { html: string }) {
  return (
    <p className="line-clamp-2 text-sm leading-body break-words text-ink-2">
      <bdi>
        {splitHighlights(html).map(({ text, isMatch }, index) =>
          isMatch ? (
            <mark key={index} className="rounded-sm bg-accent-tint font-medium text-ink">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </bdi>
    </p>
  )
}
