import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

type TagHeldProps = {
  /** What is missing, in the words of the API: mostly reputation, and how much. */
  reason: string
  backPath: string
}

/** In place of a form that the reader could not send. */
export function TagHeld({ reason, backPath }: TagHeldProps) {
  const t = useTranslate()
  return (
    <div className="mt-6">
      <Notice
        title={t('tag_editor.held_title')}
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
