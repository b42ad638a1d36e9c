import { useContext } from 'react'
import { HtmlStore } from '../../../kernel/post-text.tsx'

export const linkedDataId = 'linked-data'

/** Renders the JSON-LD from `addLinkedData`. A data block needs no nonce in the Content-Security-Policy. */
export function LinkedData() {
  const json = useContext(HtmlStore)?.get(linkedDataId)
  const isInPage = typeof document !== 'undefined' && document.getElementById(linkedDataId) !== null
  if (json === undefined && !isInPage) return null
  return (
    <script
      suppressHydrationWarning
      id={linkedDataId}
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: json ?? '' }}
    />
  )
}
