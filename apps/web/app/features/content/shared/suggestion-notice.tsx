import type { SuggestionNotice as Suggestion } from '@stoa/contract/features/revisions'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useToast } from '../../../ui/toast.tsx'

/** The state of the viewer's suggested edit of a post or a tag. */
export function SuggestionNotice({ suggestion }: { suggestion: Suggestion }) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { id, state, reason } = suggestion
  if (viewer === null || state === 'approved' || state === 'improved') return null
  const list = userPath(viewer.username, 'suggestions')
  return (
    <div className="mb-4">
      <Notice tone={state === 'open' ? 'info' : 'warn'}>
        {t(`suggestion.notice.${state}`)}{' '}
        {reason !== '' && (
          <>
            <q dir="auto" className="break-words">
              {reason}
            </q>{' '}
          </>
        )}
        <TextLink href={`${list}#suggestion-${id}`}>{t('suggestion.view')}</TextLink>
      </Notice>
    </div>
  )
}

const parameter = 'suggested'

/** The path to return to after an edit that became a suggestion. */
export const afterSuggestion = (path: string) => `${path}?${parameter}=1`

/** Shown once, after that return. Without JavaScript, the notice says the same. */
export function SuggestedToast() {
  const t = useTranslate()
  const toast = useToast()
  const [query, setQuery] = useSearchParams()
  const isReturn = query.has(parameter)
  const show = useEffectEvent(() => {
    toast({ text: t('edit.pending'), tone: 'ok' })
    const rest = new URLSearchParams(query)
    rest.delete(parameter)
    setQuery(rest, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (isReturn) show()
  }, [isReturn])
  return null
}
