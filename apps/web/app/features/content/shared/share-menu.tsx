import { sharePost } from '@stoa/contract/features/shares'
import { Copy, Mail, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { useToast } from '../../../ui/toast.tsx'

export type ShareTarget = {
  /** Of the post. */
  id: string
  /** The permalink of the post, relative to the site. */
  path: string
  title: string
}

type ShareMenuProps = ShareTarget & { trigger: ReactNode }

export function ShareMenu({ trigger, ...target }: ShareMenuProps) {
  return <Menu items={useShareItems(target)} trigger={trigger} defaultOpen />
}

function useShareItems({ id, path, title }: ShareTarget): MenuItem[] {
  const t = useTranslate()
  const toast = useToast()
  const reportShare = useShareReport(id)
  const url = window.location.origin + path
  const emailHref = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
  const items: MenuItem[] = [
    {
      id: 'copy',
      label: t('share.copy'),
      icon: <Copy className="icon" aria-hidden="true" />,
      onSelect: () =>
        void copyText(url).then((isCopied) => {
          // Shows the link, so that it can be copied by hand.
          if (!isCopied) return toast({ text: t('share.copy_manually', { url }) })
          toast({ text: t('share.copied'), tone: 'ok' })
          reportShare()
        }),
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
    onSelect: () => void navigator.share({ title, url }).then(reportShare, () => undefined),
  }
  return [...items.slice(0, 1), system, ...items.slice(1)]
}

/** The first share earns a badge. */
function useShareReport(id: string) {
  const api = useApi()
  const { viewer } = useVisit()
  return () => {
    if (viewer?.counts) api.call(sharePost, { object_id: id }).catch(() => undefined)
  }
}

/** False if the clipboard is not available: over plain HTTP, or when denied. */
async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false
  return await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
