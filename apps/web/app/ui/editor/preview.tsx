import { useEffect, useState, type Ref } from 'react'
import { classNames } from '../class-names.ts'
import type { EditorWords } from './words.ts'

type PreviewProps = {
  ref?: Ref<HTMLElement>
  source: string
  words: EditorWords
  className?: string
}

type Shown = { html: string } | { failed: true } | null

/** What readers will see, made by the server's own pipeline as soon as the browser has time. */
export function Preview({ ref, source, words, className }: PreviewProps) {
  const [shown, setShown] = useState<Shown>(null)

  useEffect(() => {
    let current = true
    void renderWhenIdle(source).then(
      (html) => current && setShown({ html }),
      (error: unknown) => {
        console.error('the preview could not be made', error)
        if (current) setShown({ failed: true })
      },
    )
    return () => {
      current = false
    }
  }, [source])

  return (
    <section
      ref={ref}
      aria-label={words('preview')}
      aria-busy={shown === null}
      tabIndex={0}
      className={classNames('editor-preview', className)}
    >
      {shown && 'failed' in shown && <p className="text-md text-bad">{words('preview_failed')}</p>}
      {shown && 'html' in shown && shown.html === '' && (
        <p className="text-md text-ink-3">{words('preview_empty')}</p>
      )}
      {shown && 'html' in shown && (
        <div
          className="prose prose-md"
          dir="auto"
          dangerouslySetInnerHTML={{ __html: shown.html }}
        />
      )}
    </section>
  )
}

async function renderWhenIdle(source: string): Promise<string> {
  const { previewHtml } = await import('./preview-html.ts')
  await new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 200 })
    else setTimeout(resolve, 0)
  })
  return previewHtml(source, window.location.origin)
}
