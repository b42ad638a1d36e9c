import { EventEmitter } from 'node:events'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'

export async function renderPage(
  page: ReactNode,
  nonce: string | undefined,
  reportError: (error: unknown) => void,
): Promise<Buffer> {
  return renderSync(page) ?? (await renderAsync(page, nonce, reportError))
}

/** React's marker for a Suspense boundary left to the client. */
const pendingMarker = '<!--$!-->'

/**
 * Faster than streaming, which writes thousands of small chunks. Returns null for pages that suspend or throw:
 * they are rendered again by `renderAsync`, which reports the error.
 */
function renderSync(page: ReactNode): Buffer | null {
  try {
    const html = renderToString(page)
    return html.includes(pendingMarker) ? null : Buffer.from(`<!DOCTYPE html>${html}`)
  } catch {
    return null
  }
}

function renderAsync(
  page: ReactNode,
  nonce: string | undefined,
  reportError: (error: unknown) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sink = createBufferSink(resolve, reject)
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Keeps everything in document order: chunks streamed later need scripts to move them into place.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reportError,
    })
  })
}

/** A minimal WritableStream: Node's own has too much overhead per chunk. */
function createBufferSink(
  onEnd: (page: Buffer) => void,
  onDestroy: (reason: unknown) => void,
): NodeJS.WritableStream {
  const chunks: Uint8Array[] = []
  const sink = Object.assign(new EventEmitter(), {
    write(chunk: Uint8Array | string) {
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
      return true
    },
    end: () => onEnd(Buffer.concat(chunks)),
    destroy: onDestroy,
  })
  return sink as unknown as NodeJS.WritableStream
}
