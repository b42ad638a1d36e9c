import { ImageOff } from 'lucide-react'
import { createContext, memo, useContext, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { CopyButton } from '../ui/copy-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { externalImagesCookie, showOnceParameter } from './preferences.ts'
import { useTranslate } from './visit-context.tsx'

export type PostTextData = {
  id: string
  html: string | undefined
  /** External images not shown until the reader allows them. */
  hiddenImages: number
}

type PostTextProps = { text: PostTextData; className?: string; lang?: string }

export function PostText({ text, className, lang }: PostTextProps) {
  return (
    <>
      {text.hiddenImages > 0 && <ExternalImagesNotice count={text.hiddenImages} postId={text.id} />}
      <PostHtml id={text.id} html={text.html} className={className} lang={lang} />
      <CopyButtons postId={text.id} html={text.html} />
    </>
  )
}

function CopyButtons({ postId, html }: { postId: string; html: string | undefined }) {
  const t = useTranslate()
  const [blocks, setBlocks] = useState<Element[]>([])
  useEffect(() => {
    // The Clipboard API is missing on pages served over plain HTTP.
    if (!('clipboard' in navigator)) return
    setBlocks([...(document.getElementById(postId)?.querySelectorAll('.code-block') ?? [])])
  }, [postId, html])
  return blocks.map((block, index) =>
    createPortal(
      <CopyButton
        text={() => block.querySelector('code')?.textContent ?? ''}
        label={t('code.copy')}
        copiedLabel={t('code.copied')}
        className="code-copy absolute! end-1.5 top-1.75 bg-wash"
      />,
      block,
      String(index),
    ),
  )
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
