import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  hasPendingContent,
  inDocumentOrder,
} from '../../framework-internals/suspense-markup.server.ts'

export async function renderPage(
  page: ReactNode,
  nonce: string | undefined,
  reportError: (error: unknown) => void,
): Promise<Buffer<ArrayBuffer>> {
  return renderSync(page) ?? (await renderAsync(page, nonce, reportError))
}

/**
 * Faster than streaming, which writes thousands of small chunks. Returns null for pages that suspend or throw:
 * they are rendered again by `renderAsync`, which reports the error.
 */
function renderSync(page: ReactNode): Buffer<ArrayBuffer> | null {
  try {
    const html = renderToString(page)
    return hasPendingContent(html) ? null : Buffer.from(`<!DOCTYPE html>${html}`)
  } catch {
    return null
  }
}

function renderAsync(
  page: ReactNode,
  nonce: string | undefined,
  reportError: (error: unknown) => void,
): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      ...inDocumentOrder,
      nonce,
      onAllReady: () => resolve(buffer(pipe(new PassThrough()))),
      onShellError: reject,
      onError: reportError,
    })
  })
}
