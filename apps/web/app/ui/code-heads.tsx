import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { CodeButtons, type CodeButtonLabels } from './code-buttons.tsx'

type CodeHeadsProps = CodeButtonLabels & {
  /** The element with the rendered text. */
  textId: string
  html: string | undefined
}

/** Adds the buttons to code once scripts run. Their place is in the page, so nothing moves. */
export function CodeHeads({ textId, html, ...labels }: CodeHeadsProps) {
  const [heads, setHeads] = useState<Element[]>([])
  useEffect(() => {
    const text = document.getElementById(textId)
    setHeads([...(text?.querySelectorAll('.code-block > header') ?? [])])
  }, [textId, html])
  return heads.map(
    (head, index) =>
      head.parentElement !== null &&
      createPortal(<CodeButtons block={head.parentElement} {...labels} />, head, String(index)),
  )
}
