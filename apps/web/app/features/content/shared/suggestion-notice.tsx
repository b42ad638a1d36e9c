import type { SuggestionNotice as Suggestion } from '@stoa/contract/features/revisions'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

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
