import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'

/** For a page whose URL says that the post was just written. Removes the query, so that reloading does not repeat it. */
export function HeldToast() {
  const t = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const { pathname, hash } = useLocation()
  const show = useEffectEvent(() => {
    toast({ text: t('review.post_held') })
    void navigate(pathname + hash, { replace: true, preventScrollReset: true })
  })
  useEffect(() => show(), [])
  return null
}
