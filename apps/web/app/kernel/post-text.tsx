import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { CopyButton } from '../ui/copy-button.tsx'
import { ExternalImages } from './external-images.tsx'
import { PostHtml } from './html-store.tsx'
import { useTranslate } from './visit-context.tsx'

/** Rendered Markdown on its way to a page. */
export type PostTextData = {
  /** The id of the element that holds it. */
  id: string
  html: string | undefined
  /** Images of other sites that wait for the reader's word. */
  hiddenImages: number
}

type PostTextProps = { text: PostTextData; className?: string; lang?: string }

/** The body of a post: readable before any script, with copy buttons after. */
export function PostText({ text, className, lang }: PostTextProps) {
  return (
    <>
      {text.hiddenImages > 0 && <ExternalImages count={text.hiddenImages} postId={text.id} />}
      <PostHtml id={text.id} html={text.html} className={className} lang={lang} />
      <CopyButtons postId={text.id} html={text.html} />
    </>
  )
}

function CopyButtons({ postId, html }: { postId: string; html: string | undefined }) {
  const t = useTranslate()
  const [blocks, setBlocks] = useState<Element[]>([])
  useEffect(() => {
    // Browsers have no clipboard for pages that came over plain http.
    if (!('clipboard' in navigator)) return
    setBlocks([...(document.getElementById(postId)?.querySelectorAll('.code-block') ?? [])])
  }, [postId, html])
  return blocks.map((block, index) =>
    createPortal(
      <CopyButton
        text={() => block.querySelector('code')?.textContent ?? ''}
        label={t('code.copy')}
        copiedLabel={t('code.copied')}
        // Over the end of the first line, where it stays while the code scrolls beneath it.
        className="code-copy absolute! end-1.5 top-1.75 bg-wash"
      />,
      block,
      String(index),
    ),
  )
}
