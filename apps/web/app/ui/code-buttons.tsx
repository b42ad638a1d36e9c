import { WrapText } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import { IconButton } from './icon-button.tsx'

export type CodeButtonLabels = { wrapLabel: string; copyLabel: string; copiedLabel: string }

/** `block` is the box around the head and the code. */
type CodeButtonsProps = CodeButtonLabels & { block: Element }

const SIZE = 'size-[max(1.75rem,var(--target))]!'

/** In the head of rendered code. */
export function CodeButtons({ block, wrapLabel, copyLabel, copiedLabel }: CodeButtonsProps) {
  const [isWrapped, setWrapped] = useState(false)
  return (
    <div className="relative flex">
      <IconButton
        size="sm"
        label={wrapLabel}
        aria-pressed={isWrapped}
        className={`${SIZE} [&_svg]:fill-none!`}
        icon={<WrapText className="icon" aria-hidden="true" />}
        onClick={() => {
          block.toggleAttribute('data-wrap', !isWrapped)
          setWrapped(!isWrapped)
        }}
      />
      {/* The Clipboard API is missing on pages served over plain HTTP. */}
      {'clipboard' in navigator && (
        <CopyButton
          text={() => block.querySelector('code')?.textContent ?? ''}
          label={copyLabel}
          copiedLabel={copiedLabel}
          className={SIZE}
        />
      )}
    </div>
  )
}
