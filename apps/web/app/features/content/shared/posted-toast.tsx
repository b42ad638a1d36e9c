import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'

const parameter = 'posted'
const messages = { held: 'review.post_held', suggested: 'edit.pending' } as const

/** Where to go after writing content that is not published yet. */
export function afterPosting(path: string, state: keyof typeof messages): string {
  return `${path}?${parameter}=${state}`
}

/** Shown once there: removes the parameter, so that reloading does not repeat it. */
export function PostedToast() {
  const t = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const { search, hash } = useLocation()
  const query = new URLSearchParams(search)
  const state = query.get(parameter)
  const show = useEffectEvent((shown: keyof typeof messages) => {
    toast({ text: t(messages[shown]), tone: 'ok' })
    query.delete(parameter)
    const rest = { search: query.toString(), hash }
    void navigate(rest, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (state === 'held' || state === 'suggested') show(state)
  }, [state])
  return null
}
