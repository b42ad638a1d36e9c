import { lazy, Suspense, useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { TagList } from '../../../ui/tag-list.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import type { Synonym } from './synonyms-editor.tsx'

const SynonymsEditor = lazy(() =>
  import('./synonyms-editor.tsx').then((module) => ({ default: module.SynonymsEditor })),
)

type SynonymsCardProps = {
  tag: { tag_id: string; slug_name: string; display_name: string }
  synonyms: Synonym[]
  canEdit: boolean
}

export function SynonymsCard({ tag, synonyms, canEdit }: SynonymsCardProps) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const edit = <TextButton onClick={() => setOpen(true)}>{t('synonyms.edit')}</TextButton>
  return (
    <Section
      title={t('synonyms.title')}
      size="sm"
      aside={canEdit && !isOpen && synonyms.length > 0 ? edit : undefined}
    >
      {isOpen ? (
        <Suspense>
          <SynonymsEditor tag={tag} synonyms={synonyms} onClose={() => setOpen(false)} />
        </Suspense>
      ) : synonyms.length > 0 ? (
        <SynonymList synonyms={synonyms} name={tag.display_name} />
      ) : (
        <div className="grid justify-items-start gap-2.5 pt-1">
          <p className="text-md text-ink-2">{t('synonyms.none', { name: tag.display_name })}</p>
          {canEdit && (
            <Button size="sm" onClick={() => setOpen(true)}>
              {t('synonyms.add')}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}

function SynonymList({ synonyms, name }: { synonyms: Synonym[]; name: string }) {
  const t = useTranslate()
  return (
    <div className="grid gap-2.5 pt-1">
      <p className="text-sm text-ink-3">{t('synonyms.lead', { name })}</p>
      <TagList label={t('synonyms.title')}>
        {synonyms.map(({ slug_name, display_name }) => (
          <span
            key={slug_name}
            className="inline-flex min-h-6 max-w-full items-center rounded-sm bg-wash px-2 text-xs font-medium text-ink-2"
          >
            <bdi className="truncate">{display_name}</bdi>
          </span>
        ))}
      </TagList>
    </div>
  )
}
