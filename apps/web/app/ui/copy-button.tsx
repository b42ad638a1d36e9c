import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'

type CopyButtonProps = {
  /** Called on click. */
  text: () => string
  label: string
  copiedLabel: string
  className?: string
}

const SHOWN_MS = 2000

export function CopyButton({ text, label, copiedLabel, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const Icon = copied ? Check : Copy
  return (
    <>
      <IconButton
        size="sm"
        label={copied ? copiedLabel : label}
        className={className}
        icon={<Icon className="icon" aria-hidden="true" />}
        onClick={() => void navigator.clipboard.writeText(text()).then(() => setCopied(true))}
      />
      {/* Away from the edge, so that it cannot cause horizontal scrolling, in right-to-left pages too. */}
      <span className="sr-only start-1" role="status">
        {copied ? copiedLabel : ''}
      </span>
    </>
  )
}
