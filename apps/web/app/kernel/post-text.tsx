import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { CopyButton } from '../ui/copy-button.tsx'
import { ExternalImagesNotice } from './external-images-notice.tsx'
import { PostHtml } from './html-store.tsx'
import { useTranslate } from './visit-context.tsx'

export type PostTextData = {
  /** The id of the element that contains it. */
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
