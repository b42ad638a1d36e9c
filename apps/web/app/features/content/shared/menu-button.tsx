import { Ellipsis } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { InlineButton, TextButton } from '../../../ui/text-button.tsx'

type MenuButtonProps = {
  /** Says what the menu is for, where a page has several. */
  label?: string
  /** Within a line of small text. */
  isInline?: boolean
  /** Loaded on demand, so the menu is open at first. */
  renderMenu: (trigger: ReactNode) => ReactNode
}

export function MenuButton({ label, isInline = false, renderMenu }: MenuButtonProps) {
  const t = useTranslate()
  const [isLoaded, setLoaded] = useState(false)
  const buttonProps = {
    'data-needs-script': '',
    'aria-haspopup': 'menu',
    onClick: () => setLoaded(true),
  } as const
  const text = t('moderate.menu')
  const button = isInline ? (
    <InlineButton {...buttonProps} label={label}>
      {text}
    </InlineButton>
  ) : (
    <TextButton
      {...buttonProps}
      aria-label={label}
      icon={<Ellipsis className="icon" aria-hidden="true" />}
    >
      <span className="max-md:sr-only">{text}</span>
    </TextButton>
  )
  return isLoaded ? <Suspense fallback={button}>{renderMenu(button)}</Suspense> : button
}
