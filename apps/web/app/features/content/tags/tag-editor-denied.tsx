import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

type TagEditorDeniedProps = {
  /** From the API: for example the reputation that is needed. */
  reason: string
  backPath: string
}

/** Replaces the form if the user may not submit it. */
export function TagEditorDenied({ reason, backPath }: TagEditorDeniedProps) {
  const t = useTranslate()
  return (
    <div className="mt-6">
      <Notice
        title={t('tag_editor.blocked_title')}
        actions={
          <ButtonLink href={backPath} variant="ghost" size="sm">
            {t('tag_editor.back')}
          </ButtonLink>
        }
      >
        {reason}
      </Notice>
    </div>
  )
}
