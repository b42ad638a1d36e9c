import { EventEmitter } from 'node:events'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'

/** The bytes of a page, once all of it is there. */
export async function renderPage(
  page: ReactNode,
  nonce: string | undefined,
  report: (error: unknown) => void,
): Promise<Buffer> {
  return renderAtOnce(page) ?? (await renderWaiting(page, nonce, report))
}

/** How React begins a part that it leaves to the browser. */
const leftOut = '<!--$!-->'

/**
 * A page on which nothing is waited for, as nearly all are: what React streams comes in thousands of small pieces, and
 * each takes its time. Null for any other page; what goes wrong is told by the one who renders it again.
 */
function renderAtOnce(page: ReactNode): Buffer | null {
  try {
    const html = renderToString(page)
    return html.includes(leftOut) ? null : Buffer.from(`<!DOCTYPE html>${html}`)
  } catch {
    return null
  }
}

function renderWaiting(
  page: ReactNode,
  nonce: string | undefined,
  report: (error: unknown) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sink = gather(resolve, reject)
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Everything in document order: parts that arrive later need scripts to put them in place.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: report,
    })
  })
}

/** Takes what React writes in small pieces, at once: a real stream would do much for each that nobody needs here. */
function gather(
  finish: (page: Buffer) => void,
  destroy: (reason: unknown) => void,
): NodeJS.WritableStream {
  const chunks: Uint8Array[] = []
  const sink = Object.assign(new EventEmitter(), {
    write(chunk: Uint8Array | string) {
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
      return true
    },
    end: () => finish(Buffer.concat(chunks)),
    destroy,
  })
  return sink as unknown as NodeJS.WritableStream
}
