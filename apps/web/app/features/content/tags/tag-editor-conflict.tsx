import { useTranslate } from '../../../kernel/visit-context.tsx'
import { DiffView } from '../../../ui/diff-view.tsx'
import { Notice } from '../../../ui/notice.tsx'

type TagConflictProps = {
  /** The saved version. */
  theirs: { display_name: string; slug_name: string; original_text: string }
  mine: { display_name?: string; slug_name?: string; original_text?: string }
}

/** Shown when someone else saved first: a diff of both versions. */
export function TagConflict({ theirs, mine }: TagConflictProps) {
  const t = useTranslate()
  return (
    <div className="grid gap-3">
      <Notice tone="warn" title={t('tag_editor.conflict_title')} live>
        {t('tag_editor.conflict_text')}
      </Notice>
      <DiffView
        before={toLines(theirs)}
        after={toLines(mine)}
        mode="inline"
        caption={t('tag_editor.conflict_caption')}
        addedLabel={t('tag_editor.conflict_mine')}
        removedLabel={t('tag_editor.conflict_theirs')}
        gapText={(lines) => t('tag_editor.conflict_gap', { count: lines })}
      />
    </div>
  )
}

function toLines({
  display_name = '',
  slug_name = '',
  original_text = '',
}: TagConflictProps['mine']) {
  return `${display_name}\n${slug_name}\n\n${original_text}`
}
