import { useState } from 'react'
import { preferenceCookie } from '../../kernel/cookies.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextButton } from '../../ui/text-button.tsx'

/** Kept in a cookie, so that the server knows whether to draw it. */
export const answerTipCookie = 'answer-tip'
/** Whoever has more reputation knows how to answer. */
export const tippedBelow = 100

/** What makes a good answer, for people who have not written many. */
export function AnswerTip() {
  const t = useTranslate()
  const [isOver, setOver] = useState(false)
  if (isOver) return null
  return (
    <Notice
      title={t('answer.tip_title')}
      actions={
        <TextButton
          data-needs-script=""
          onClick={() => {
            document.cookie = preferenceCookie(answerTipCookie, 'off')
            setOver(true)
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
