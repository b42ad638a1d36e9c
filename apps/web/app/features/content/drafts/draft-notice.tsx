import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextButton } from '../../../ui/text-button.tsx'

type DraftNoticeProps = { onShow: () => void; onDismiss: () => void }

export function DraftNotice({ onShow, onDismiss }: DraftNoticeProps) {
  const t = useTranslate()
  return (
    <Notice
      live
      title={t('draft.conflict_title')}
      actions={
        <>
          <TextButton onClick={onShow}>{t('draft.conflict_show')}</TextButton>
          <TextButton onClick={onDismiss}>{t('draft.conflict_keep')}</TextButton>
        </>
      }
    >
      {t('draft.conflict_text')}
    </Notice>
  )
}
