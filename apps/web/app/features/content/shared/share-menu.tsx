import { Copy, Mail, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { useToast } from '../../../ui/toast.tsx'

export type ShareTarget = {
  /** The permalink of the post, relative to the site. */
  path: string
  title: string
}

type ShareMenuProps = ShareTarget & { trigger: ReactNode }

export function ShareMenu({ path, title, trigger }: ShareMenuProps) {
  return <Menu items={useShareItems(path, title)} trigger={trigger} defaultOpen />
}

function useShareItems(path: string, title: string): MenuItem[] {
  const t = useTranslate()
  const toast = useToast()
  const url = window.location.origin + path
  const emailHref = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
  const items: MenuItem[] = [
    {
      id: 'copy',
      label: t('share.copy'),
      icon: <Copy className="icon" aria-hidden="true" />,
      onSelect: () =>
        void copyText(url).then((isCopied) =>
          isCopied
            ? toast({ text: t('share.copied'), tone: 'ok' })
            : // Shows the link, so that it can be copied by hand.
              toast({ text: t('share.copy_manually', { url }) }),
        ),
    },
    {
      kind: 'link',
      id: 'mail',
      label: t('share.email'),
      icon: <Mail className="icon" aria-hidden="true" />,
      href: emailHref,
    },
  ]
  if (!('share' in navigator)) return items
  const system: MenuItem = {
    id: 'system',
    label: t('share.system'),
    icon: <Share2 className="icon" aria-hidden="true" />,
    // Closing the system's share sheet rejects the promise; that is no error.
    onSelect: () => void navigator.share({ title, url }).catch(() => undefined),
  }
  return [...items.slice(0, 1), system, ...items.slice(1)]
}

/** False if the clipboard is not available: over plain HTTP, or when denied. */
async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false
  return await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
