import { type AdminTag, deleteTag, recoverTag } from '@stoa/contract/features/tags'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Label } from '../../../ui/label.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { tagInfoPath } from './tag-path.ts'

type Change = { tag: AdminTag; name: 'delete' | 'restore' }

export function AdminTagTable({ tags }: { tags: AdminTag[] }) {
  const t = useTranslate()
  const { number } = useFormats()
  const { run } = useMutation<Change>({
    send: (call, { tag, name }) =>
      call(name === 'delete' ? deleteTag : recoverTag, { tag_id: tag.tag_id }),
    isRepeat: (previous, next) =>
      previous.tag.tag_id === next.tag.tag_id && previous.name === next.name,
    successToast: ({ tag, name }) => ({
      text: t(`admin_tags.done.${name}`, { name: tag.slug_name }),
      tone: 'ok',
    }),
    undo: ({ tag, name }) => void run({ tag, name: name === 'delete' ? 'restore' : 'delete' }),
    revalidates: true,
  })
  const columns: Column<AdminTag>[] = [
    { id: 'name', head: t('admin_tags.tag'), narrow: 'title', cell: (tag) => <Name tag={tag} /> },
    {
      id: 'questions',
      head: t('admin_tags.questions'),
      align: 'end',
      narrow: 'hidden',
      cell: (tag) => number(tag.question_count),
    },
    {
      id: 'followers',
      head: t('admin_tags.followers'),
      align: 'end',
      narrow: 'hidden',
      cell: (tag) => number(tag.follow_count),
    },
    {
      id: 'synonyms',
      head: t('admin_tags.filter.synonyms'),
      align: 'end',
      narrow: 'hidden',
      cell: (tag) => number(tag.synonym_count),
    },
    {
      id: 'created',
      head: t('admin_tags.created'),
      narrow: 'hidden',
      cell: (tag) => <RelativeTime at={tag.created_at} />,
    },
    {
      id: 'actions',
      head: t('admin_tags.actions'),
      hideHead: true,
      align: 'end',
      cell: (tag) => <Actions tag={tag} onChange={(name) => void run({ tag, name })} />,
    },
  ]
  return (
    <Table caption={t('tags.title')} columns={columns} rows={tags} rowKey={(tag) => tag.tag_id} />
  )
}

function Name({ tag }: { tag: AdminTag }) {
  const t = useTranslate()
  return (
    <span className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-2">
        <Link
          href={tagInfoPath(tag.slug_name)}
          className="inline-flex min-h-target min-w-target items-center font-semibold break-all hover:text-accent-ink"
        >
          <bdi>{tag.slug_name}</bdi>
        </Link>
        {tag.main_tag_slug_name !== '' && (
          <span className="text-sm text-ink-3">
            {t('admin_tags.synonym_of', { name: tag.main_tag_slug_name })}
          </span>
        )}
        {tag.recommend && <Label tone="accent">{t('tags.recommended')}</Label>}
        {tag.reserved && <Label>{t('admin_tags.reserved')}</Label>}
        {!tag.is_described && tag.main_tag_slug_name === '' && (
          <Label tone="warn">{t('admin_tags.no_description')}</Label>
        )}
      </span>
      <span className="hidden text-sm text-ink-3 @max-[46rem]/data-table:block">
        {t('count.questions', { count: tag.question_count })}
      </span>
    </span>
  )
}

type ActionsProps = { tag: AdminTag; onChange: (change: Change['name']) => void }

/** Only tags without questions and synonyms can be deleted. */
function Actions({ tag, onChange }: ActionsProps) {
  const t = useTranslate()
  if (tag.is_deleted) {
    return (
      <Button
        variant="ghost"
        aria-label={t('admin_tags.restore_tag', { name: tag.slug_name })}
        onClick={() => onChange('restore')}
      >
        {t('action.undelete')}
      </Button>
    )
  }
  if (tag.main_tag_slug_name !== '') return null
  return (
    <span className="inline-flex gap-1">
      <ButtonLink
        href={`/tags/${tag.tag_id}/edit`}
        variant="ghost"
        aria-label={t('admin_tags.edit_tag', { name: tag.slug_name })}
      >
        {t('action.edit')}
      </ButtonLink>
      {tag.question_count === 0 && tag.synonym_count === 0 && (
        <Button
          variant="ghost"
          aria-label={t('admin_tags.delete_tag', { name: tag.slug_name })}
          onClick={() => onChange('delete')}
        >
          {t('action.delete')}
        </Button>
      )}
    </span>
  )
}
