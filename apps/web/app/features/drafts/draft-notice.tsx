import { useTranslate } from '../../kernel/visit-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextButton } from '../../ui/text-button.tsx'

type DraftNoticeProps = { onShow: () => void; onDismiss: () => void }

/** The same was written in two places: nothing is lost, and both can be looked at in turn. */
export function DraftNotice({ onShow, onDismiss }: DraftNoticeProps) {
  const t = useTranslate()
  return (
    <Notice
      live
      title={t('draft.other_title')}
      actions={
        <>
          <TextButton onClick={onShow}>{t('draft.other_show')}</TextButton>
          <TextButton onClick={onDismiss}>{t('draft.other_keep')}</TextButton>
        </>
      }
    >
      {t('draft.other_text')}
    </Notice>
  )
}
