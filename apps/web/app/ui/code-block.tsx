import { Check, Copy } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

type CodeBlockProps = {
  /** The file name, or the language where there is none. */
  title: string
  /** What the copy button takes. */
  text: string
  copyLabel: string
  copiedLabel: string
  /** Highlighted code; the plain text when absent. */
  children?: ReactNode
}

const SHOWN_MS = 2000

export function CodeBlock({ title, text, copyLabel, copiedLabel, children }: CodeBlockProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const Icon = copied ? Check : Copy
  return (
    <div className="code-block" dir="ltr">
      <header>
        <span>{title}</span>
        <IconButton
          size="sm"
          label={copied ? copiedLabel : copyLabel}
          icon={<Icon className="icon" aria-hidden="true" />}
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        />
        <span className="sr-only" role="status">
          {copied ? copiedLabel : ''}
        </span>
      </header>
      {/* Scrolls sideways, so it must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>{children ?? text}</code>
      </pre>
    </div>
  )
}
