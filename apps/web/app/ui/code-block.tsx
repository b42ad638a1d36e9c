import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

type CodeBlockProps = {
  /** The file name, or the language where there is none. */
  title: string
  /** Text for the copy button. */
  text: string
  copyLabel: string
  copiedLabel: string
  /** Highlighted code; defaults to the plain text. */
  children?: ReactNode
}

export function CodeBlock({ title, text, copyLabel, copiedLabel, children }: CodeBlockProps) {
  return (
    <div className="code-block" dir="ltr">
      <header>
        <span>{title}</span>
        <CopyButton text={() => text} label={copyLabel} copiedLabel={copiedLabel} />
      </header>
      {/* Scrollable, so it must be focusable by keyboard. */}
      <pre tabIndex={0}>
        <code>{children ?? text}</code>
      </pre>
    </div>
  )
}
