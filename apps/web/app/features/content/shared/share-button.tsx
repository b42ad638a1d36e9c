import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import type { ShareTarget } from './share-menu.tsx'

const ShareMenu = lazy(async () => {
  const module = await import('./share-menu.tsx')
  return { default: module.ShareMenu }
})

/** The menu is loaded on demand: most readers never share. */
export function ShareButton(target: ShareTarget) {
  const t = useTranslate()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const button = (
    <TextButton
      data-needs-script=""
      aria-haspopup="menu"
      icon={<Share2 className="icon" aria-hidden="true" />}
      onClick={() => setMenuOpen(true)}
    >
      {t('share.share')}
    </TextButton>
  )
  if (!isMenuOpen) return button
  return (
    <Suspense fallback={button}>
      <ShareMenu {...target} trigger={button} />
    </Suspense>
  )
}
