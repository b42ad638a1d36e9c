import { createContext, memo, useContext } from 'react'

/** Post HTML by the id of the element that holds it. */
export type StoredHtml = Map<string, string>

/** Present on the server only. */
export const HtmlStore = createContext<StoredHtml | null>(null)

type PostHtmlProps = {
  id: string
  /** Undefined when it stands in the page already: post text is not sent twice. */
  html: string | undefined
  className?: string
  lang?: string
}

/** Rendered Markdown. The server made and cleaned it when it was written. */
export const PostHtml = memo(
  function PostHtml({ id, html, className, lang }: PostHtmlProps) {
    const store = useContext(HtmlStore)
    const text = html ?? store?.get(id) ?? textInPage(id)
    return (
      <div
        id={id}
        dir="auto"
        lang={lang}
        className={className}
        dangerouslySetInnerHTML={{ __html: text }}
      />
    )
  },
  (before, after) => before.id === after.id && (after.html ?? before.html) === before.html,
)

function textInPage(id: string): string {
  return typeof document === 'undefined' ? '' : (document.getElementById(id)?.innerHTML ?? '')
}
