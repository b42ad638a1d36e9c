import { createContext, memo, useContext } from 'react'

export type HtmlById = Map<string, string>

/** Set on the server only. */
export const HtmlStore = createContext<HtmlById | null>(null)

type PostHtmlProps = {
  id: string
  /** Undefined when it is already in the page. */
  html: string | undefined
  className?: string
  lang?: string
}

/** The HTML was rendered and sanitized when the post was saved. */
export const PostHtml = memo(
  function PostHtml({ id, html, className, lang }: PostHtmlProps) {
    const store = useContext(HtmlStore)
    const content = html ?? store?.get(id) ?? readHtmlInPage(id)
    return (
      <div
        id={id}
        dir="auto"
        lang={lang}
        className={className}
        dangerouslySetInnerHTML={{ __html: content }}
      />
    )
  },
  (previous, next) => previous.id === next.id && (next.html ?? previous.html) === previous.html,
)

function readHtmlInPage(id: string): string {
  return typeof document === 'undefined' ? '' : (document.getElementById(id)?.innerHTML ?? '')
}
