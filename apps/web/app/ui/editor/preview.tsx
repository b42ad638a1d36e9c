import { useEffect, useId, useState, type Ref } from 'react'
import { classNames } from '../class-names.ts'
import { CodeHeads } from '../code-heads.tsx'
import type { EditorOptions } from './extension.ts'
import type { EditorLabels } from './labels.ts'

type PreviewProps = {
  ref?: Ref<HTMLElement>
  source: string
  labels: EditorLabels
  renderOnServer?: EditorOptions['renderOnServer']
  className?: string
}

type PreviewState = { html: string } | { failed: true } | null

/** Rendered when the browser is idle. */
export function Preview({ ref, source, labels, renderOnServer, className }: PreviewProps) {
  const [state, setState] = useState<PreviewState>(null)
  const textId = useId()

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    renderPreview(source, renderOnServer, signal).then(
      (html) => signal.aborted || setState({ html }),
      (error: unknown) => {
        if (signal.aborted) return
        console.error('preview failed to render', error)
        setState({ failed: true })
      },
    )
    return () => controller.abort()
  }, [source, renderOnServer])

  return (
    <section
      ref={ref}
      aria-label={labels('preview')}
      aria-busy={state === null}
      tabIndex={0}
      className={classNames('editor-preview', className)}
    >
      {state && 'failed' in state && <p className="text-md text-bad">{labels('preview_failed')}</p>}
      {state && 'html' in state && state.html === '' && (
        <p className="text-md text-ink-3">{labels('preview_empty')}</p>
      )}
      {state && 'html' in state && (
        <>
          <div
            id={textId}
            className="prose prose-md"
            dir="auto"
            dangerouslySetInnerHTML={{ __html: state.html }}
          />
          <CodeHeads
            textId={textId}
            html={state.html}
            wrapLabel={labels('code_wrap')}
            copyLabel={labels('code_copy')}
            copiedLabel={labels('code_copied')}
          />
        </>
      )}
    </section>
  )
}

async function renderPreview(
  source: string,
  renderOnServer: PreviewProps['renderOnServer'],
  signal: AbortSignal,
): Promise<string> {
  const { previewHtml, toPreviewDisplay } = await import('./preview-html.ts')
  const html = (await renderOnServer?.(source, signal)) ?? null
  if (html === null) await whenIdle()
  return toPreviewDisplay(html ?? previewHtml(source, window.location.origin))
}

async function whenIdle() {
  await new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 200 })
    else setTimeout(resolve, 0)
  })
}
