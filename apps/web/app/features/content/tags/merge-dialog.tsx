import { mergeTags } from '@stoa/contract/features/tags'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormats } from '../../../kernel/formats.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
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
  const [query, setQuery] = useState('')
  const [target, setTarget] = useState<TagMatch | null>(null)
  const matches = useTagSearch(target === null ? query : '').filter(({ id }) => id !== tag.tag_id)

  const { run, isSending } = useMutation({
    send: (call, { id }: TagMatch) =>
      call(mergeTags, { source_tag_id: tag.tag_id, target_tag_id: id }),
    successToast: ({ name }) => ({
      text: t('tag_merge.done', { from: tag.display_name, into: name }),
      tone: 'ok',
    }),
    async onSuccess(_, { slug }) {
      onClose()
      await navigate(tagInfoPath(slug))
    },
  })

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
            loading={isSending}
            onClick={() => target !== null && void run(target)}
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
