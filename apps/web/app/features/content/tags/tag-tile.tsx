import type { TagItem } from '@stoa/contract/features/tags'
import type { ReactNode } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { tagPath } from './tag-path.ts'
import { useTagKind } from './use-tag-kind.ts'

export function TagGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] gap-x-8"
    >
      {children}
    </ul>
  )
}

export function TagTile({ tag, follow }: { tag: TagItem; follow: ReactNode }) {
  const t = useTranslate()
  const toKind = useTagKind()
  return (
    // On phones the button is beside the name, so that a screen shows six tags instead of four.
    <li className="flex flex-col border-b border-line py-4 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:py-2.5">
      <div className="flex min-w-0">
        <TagChip
          variant="large"
          name={tag.display_name}
          href={tagPath(tag.slug_name)}
          followed={tag.is_follower}
          kind={toKind(tag)}
        />
      </div>
      <p
        dir="auto"
        className="mt-2 line-clamp-3 text-sm leading-body text-ink-2 max-md:col-span-2 max-md:mt-0"
      >
        {tag.excerpt}
      </p>
      <div className="mt-auto flex items-center justify-between gap-3 pt-3 max-md:contents">
        <p className="text-sm text-ink-3">{t('count.questions', { count: tag.question_count })}</p>
        <div className="max-md:col-start-2 max-md:row-start-1">{follow}</div>
      </div>
    </li>
  )
}
