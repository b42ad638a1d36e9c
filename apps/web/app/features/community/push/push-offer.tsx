import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import type { QuestionPageData } from '../../content/question-page/question-page-data.ts'
import { type PushState, readPushState } from './push-browser.ts'
import { findRecentPost } from './recent-post.ts'
import { usePush } from './use-push.ts'

const declinedKey = 'stoa.push.declined'

/** Offers push messages to a member who has just posted something, until they accept or decline. */
export function PushOffer({ page }: { page: QuestionPageData }) {
  const t = useTranslate()
  const { now, viewer } = useVisit()
  const [state, setState] = useState<PushState | null>(null)
  const [isDeclined, setDeclined] = useState(wasDeclined)
  const { isPending, turnOn } = usePush(setState)
  const post = viewer === null ? null : findRecentPost(page, viewer.id, now)
  useEffect(() => {
    if (post !== null) readPushState().then(setState, () => undefined)
  }, [post])
  if (post === null || isDeclined || state !== 'off') return null
  const decline = () => {
    setDeclined(true)
    rememberDeclined()
  }
  return (
    <div className="mt-4 md:ms-gutter">
      <Notice
        icon={<Bell className="icon" aria-hidden="true" />}
        actions={
          <div className="flex flex-wrap items-center gap-2 ps-2">
            <Button size="sm" loading={isPending} onClick={() => void turnOn()}>
              {t('push.turn_on')}
            </Button>
            <TextButton onClick={decline}>{t('push.not_now')}</TextButton>
          </div>
        }
      >
        {t(`push.offer.${post}`)}
      </Notice>
    </div>
  )
}

// Browsers may forbid storage; then the offer comes again.
function wasDeclined(): boolean {
  try {
    return localStorage.getItem(declinedKey) !== null
  } catch {
    return false
  }
}

function rememberDeclined() {
  try {
    localStorage.setItem(declinedKey, 'true')
  } catch {}
}
