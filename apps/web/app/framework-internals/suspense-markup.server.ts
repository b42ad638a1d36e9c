// Relies on: the comment that React writes for a Suspense boundary left to the browser, and on `progressiveChunkSize`
// being what decides whether a boundary is sent later, with a script that moves it into place.
// Why: renderToString takes about two thirds of the time of a stream, a tenth of a question page. It does not say
// whether the page is complete. Scripts of React are blocked by the Content-Security-Policy of visitor pages.
// Upstream: https://github.com/react/react/issues/24232 (streams are slower than strings)

/** Whether a page rendered by `renderToString` has content that it did not wait for. */
export function hasPendingContent(html: string): boolean {
  return html.includes('<!--$!-->')
}

/** Options of a stream that keep everything in document order, without scripts. */
export const inDocumentOrder = { progressiveChunkSize: Number.MAX_SAFE_INTEGER } as const
