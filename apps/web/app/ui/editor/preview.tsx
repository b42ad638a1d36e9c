import { useEffect, useId, useState, type Ref } from 'react'
import { classNames } from '../class-names.ts'
import { CodeHeads } from '../code-heads.tsx'
import type { EditorLabels } from './labels.ts'

type PreviewProps = {
  ref?: Ref<HTMLElement>
  source: string
  labels: EditorLabels
  className?: string
}

type PreviewState = { html: string } | { failed: true } | null

/** Rendered when the browser is idle. */
export function Preview({ ref, source, labels, className }: PreviewProps) {
  const [state, setState] = useState<PreviewState>(null)
  const textId = useId()

  useEffect(() => {
    let isCurrent = true
    void renderWhenIdle(source).then(
      (html) => isCurrent && setState({ html }),
      (error: unknown) => {
        console.error('preview failed to render', error)
        if (isCurrent) setState({ failed: true })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [source])

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

async function renderWhenIdle(source: string): Promise<string> {
  const { previewHtml, toPreviewDisplay } = await import('./preview-html.ts')
  await new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 200 })
    else setTimeout(resolve, 0)
  })
  return toPreviewDisplay(previewHtml(source, window.location.origin))
}
