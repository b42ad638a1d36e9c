import { useState } from 'react'
import { preferenceCookie } from '../../../kernel/preferences.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextButton } from '../../../ui/text-button.tsx'

/** A cookie, so that the server knows whether to render it. */
export const answerTipCookie = 'answer-tip'
/** Users with this reputation get no tip. */
export const minReputationWithoutTip = 100

export function AnswerTip() {
  const t = useTranslate()
  const [isDismissed, setDismissed] = useState(false)
  if (isDismissed) return null
  return (
    <Notice
      title={t('answer.tip_title')}
      actions={
        <TextButton
          data-needs-script=""
          onClick={() => {
            document.cookie = preferenceCookie(answerTipCookie, 'off')
            setDismissed(true)
          }}
        >
          {t('answer.tip_close')}
        </TextButton>
      }
    >
      <ul className="ms-4 mt-1 list-disc">
        <li>{t('answer.tip_do')}</li>
        <li>{t('answer.tip_avoid')}</li>
      </ul>
    </Notice>
  )
}
