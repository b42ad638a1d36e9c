import { useContext } from 'react'
import { HtmlStore } from './html-store.tsx'

export const linkedDataId = 'linked-data'

/** What the loader said with `keepLinkedData`. Data, not a script: the policy of the page does not ask about it. */
export function LinkedData() {
  const text = useContext(HtmlStore)?.get(linkedDataId)
  const inPage = typeof document !== 'undefined' && document.getElementById(linkedDataId) !== null
  if (text === undefined && !inPage) return null
  return (
    <script
      suppressHydrationWarning
      id={linkedDataId}
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: text ?? '' }}
    />
  )
}
