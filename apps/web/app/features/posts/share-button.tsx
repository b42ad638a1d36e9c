import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { TextButton } from '../../ui/text-button.tsx'

const ShareMenu = lazy(async () => {
  const module = await import('./share-menu.tsx')
  return { default: module.ShareMenu }
})

export type Shared = {
  /** The permanent address of the post, from the root of the site. */
  path: string
  title: string
}

/** Hands the address of a post on. Most readers never do, so the menu is fetched by those who do. */
export function ShareButton(shared: Shared) {
  const t = useTranslate()
  const [isWanted, setWanted] = useState(false)
  const button = (
    <TextButton
      data-needs-script=""
      aria-haspopup="menu"
      icon={<Share2 className="icon" aria-hidden="true" />}
      onClick={() => setWanted(true)}
    >
      {t('share.share')}
    </TextButton>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ShareMenu {...shared} trigger={button} />
    </Suspense>
  )
}
