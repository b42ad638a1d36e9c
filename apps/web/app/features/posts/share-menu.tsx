import { Copy, Mail, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Shared } from './share-button.tsx'

type ShareMenuProps = Shared & { trigger: ReactNode }

/** The ways to hand on the address of a post: the clipboard, another app, a mail. */
export function ShareMenu({ path, title, trigger }: ShareMenuProps) {
  return <Menu items={useWays(path, title)} trigger={trigger} defaultOpen />
}

function useWays(path: string, title: string): MenuItem[] {
  const t = useTranslate()
  const toast = useToast()
  const url = window.location.origin + path
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
  const ways: MenuItem[] = [
    {
      id: 'copy',
      label: t('share.copy'),
      icon: <Copy className="icon" aria-hidden="true" />,
      onSelect: () =>
        void copy(url).then((isCopied) =>
          isCopied
            ? toast({ text: t('share.copied'), tone: 'ok' })
            : // Nothing was lost: the address can be taken from here.
              toast({ text: t('share.by_hand', { url }) }),
        ),
    },
    {
      kind: 'link',
      id: 'mail',
      label: t('share.mail'),
      icon: <Mail className="icon" aria-hidden="true" />,
      href: mail,
    },
  ]
  if (!('share' in navigator)) return ways
  const system: MenuItem = {
    id: 'system',
    label: t('share.system'),
    icon: <Share2 className="icon" aria-hidden="true" />,
    // People may close the sheet of their system: that is no failure.
    onSelect: () => void navigator.share({ title, url }).catch(() => undefined),
  }
  return [...ways.slice(0, 1), system, ...ways.slice(1)]
}

/** False where browsers keep the clipboard from a page: over plain http, or by the reader's choice. */
async function copy(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false
  return await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
