import type { ContentsEntry } from '@stoa/markdown/display-post'
import { ImageOff } from 'lucide-react'
import { createContext, lazy, memo, Suspense, useContext, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { CodeHeads } from '../ui/code-heads.tsx'
import { Contents } from '../ui/contents.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { externalImagesCookie, showOnceParameter } from './preferences.ts'
import { useTranslate } from './visit-context.tsx'

export type PostTextData = {
  id: string
  html: string | undefined
  /** External images not shown until the reader allows them. */
  hiddenImages: number
  /** The headings of a long text. */
  contents?: ContentsEntry[]
}

type PostTextProps = { text: PostTextData; className?: string; lang?: string }

export function PostText({ text, className, lang }: PostTextProps) {
  const t = useTranslate()
  return (
    <>
      {text.hiddenImages > 0 && <ExternalImagesNotice count={text.hiddenImages} postId={text.id} />}
      {text.contents && <Contents label={t('post.contents')} entries={text.contents} />}
      <PostHtml id={text.id} html={text.html} className={className} lang={lang} />
      <CodeHeads
        textId={text.id}
        html={text.html}
        wrapLabel={t('code.wrap')}
        copyLabel={t('code.copy')}
        copiedLabel={t('code.copied')}
      />
      <PostImages postId={text.id} />
    </>
  )
}

const ImageViewer = lazy(async () => {
  const module = await import('../ui/image-viewer.tsx')
  return { default: module.ImageViewer }
})

/** Shows the images of a text in a dialog. Without scripts, they are links to their files. */
function PostImages({ postId }: { postId: string }) {
  const t = useTranslate()
  const [opened, setOpened] = useState<{ images: HTMLImageElement[]; first: number }>()
  useEffect(() => {
    const text = document.getElementById(postId)
    function handleClick(event: MouseEvent) {
      if (!(event.target instanceof Element) || hasModifier(event)) return
      const target = event.target.closest('a')?.querySelector('img') ?? event.target
      const images = [...(text?.querySelectorAll('img') ?? [])].filter(isViewable)
      const first = images.findIndex((image) => image === target)
      if (first === -1) return
      event.preventDefault()
      setOpened({ images, first })
    }
    text?.addEventListener('click', handleClick)
    return () => text?.removeEventListener('click', handleClick)
  }, [postId])
  if (opened === undefined) return null
  return (
    <Suspense fallback={null}>
      <ImageViewer
        images={opened.images}
        first={opened.first}
        onClose={() => setOpened(undefined)}
        labels={{
          title: t('viewer.title'),
          close: t('dialog.close'),
          previous: t('viewer.previous'),
          next: t('viewer.next'),
          zoomIn: t('viewer.zoom_in'),
          zoomOut: t('viewer.zoom_out'),
          original: t('viewer.original'),
        }}
        positionText={(current, count) => t('viewer.position', { current, count })}
      />
    </Suspense>
  )
}

const hasModifier = (event: MouseEvent) =>
  event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey

/** Not if it failed to load, or if the author made it a link to something else. */
function isViewable(image: HTMLImageElement): boolean {
  const link = image.closest('a')
  const isMissing = image.complete && image.naturalWidth === 0
  return !isMissing && (link === null || link.matches('.image, .external-image'))
}

type ExternalImagesProps = { count: number; postId: string }

/** Full page loads, not fetches: the Content-Security-Policy that blocks the images cannot change in place. */
function ExternalImagesNotice({ count, postId }: ExternalImagesProps) {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const otherParameters = [...new URLSearchParams(search)].filter(
    ([name]) => name !== showOnceParameter.name,
  )
  return (
    <div className="mt-5">
      <Notice
        icon={<ImageOff className="icon" aria-hidden="true" />}
        title={t('external.title', { count })}
        actions={
          <>
            <form method="get" action={`${pathname}#${postId}`}>
              {otherParameters.map(([name, value]) => (
                <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
              ))}
              <TextButton type="submit" {...showOnceParameter}>
                {t('external.display_below')}
              </TextButton>
            </form>
            <form method="post" action="/preferences">
              <input type="hidden" name="return" value={`${pathname}${search}#${postId}`} />
              <TextButton type="submit" name={externalImagesCookie} value="always">
                {t('external.always_display')}
              </TextButton>
            </form>
          </>
        }
      >
        {t('external.text', { count })}
      </Notice>
    </div>
  )
}

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
