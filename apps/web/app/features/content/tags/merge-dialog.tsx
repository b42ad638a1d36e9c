import { mergeTags } from '@stoa/contract/features/tags'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useAction } from '../../site/captcha/use-action.ts'
import { tagInfoPath } from './tag-path.ts'
import { toTagOption, useTagSearch, type TagMatch } from './use-tag-search.ts'

type MergeDialogProps = {
  tag: { tag_id: string; slug_name: string; display_name: string; question_count: number }
  onClose: () => void
}

/** Merges a tag into another one and makes it its synonym. */
export function MergeDialog({ tag, onClose }: MergeDialogProps) {
  const t = useTranslate()
  const { count } = useFormats()
  const navigate = useNavigate()
  const toast = useToast()
  const runAction = useAction()
  const [query, setQuery] = useState('')
  const [target, setTarget] = useState<TagMatch | null>(null)
  const [isMerging, setMerging] = useState(false)
  const matches = useTagSearch(target === null ? query : '').filter(({ id }) => id !== tag.tag_id)

  async function merge() {
    if (target === null) return
    setMerging(true)
    const ids = { source_tag_id: tag.tag_id, target_tag_id: target.id }
    const outcome = await runAction(mergeTags, ids)
    setMerging(false)
    if (!outcome.ok) return
    toast({ text: t('tag_merge.done', { from: tag.display_name, into: target.name }), tone: 'ok' })
    onClose()
    await navigate(tagInfoPath(target.slug))
  }

  const isEmpty = target === null && query.trim() !== '' && matches.length === 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('tag_merge.title', { name: tag.display_name })}
      description={t('tag_merge.text', { name: tag.display_name, count: tag.question_count })}
      closeLabel={t('tag_merge.close')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('tag_editor.cancel')}
          </Button>
          <Button
            variant="danger"
            disabled={target === null}
            loading={isMerging}
            onClick={() => void merge()}
          >
            {t('tag_merge.submit')}
          </Button>
        </>
      }
    >
      <Field label={t('tag_merge.into')}>
        <Combobox
          options={matches.map((match) => toTagOption(match, count))}
          listLabel={t('synonyms.found')}
          query={query}
          onQuery={(text) => {
            setQuery(text)
            setTarget(null)
          }}
          onPick={({ value }) => {
            const picked = matches.find(({ slug }) => slug === value) ?? null
            setTarget(picked)
            setQuery(picked?.name ?? '')
          }}
          selected={target?.slug}
          message={isEmpty ? t('tag_merge.none') : undefined}
        />
      </Field>
    </Dialog>
  )
}
