import { splitMarks } from './marks.ts'

/** The part of a text where most of what was looked for stands. */
export function Excerpt({ html }: { html: string }) {
  return (
    <p className="line-clamp-2 text-sm leading-body break-words text-ink-2">
      <bdi>
        {splitMarks(html).map(({ text, isMarked }, at) =>
          isMarked ? (
            <mark key={at} className="rounded-sm bg-accent-tint font-medium text-ink">
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
